import { useState } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../components/button.tsx';
import { Empty, Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useMember } from '../../shell/member.ts';
import { useShortcuts, useShortcutsChoice } from '../../shell/shortcuts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { Detail } from './detail.tsx';
import { useSuggestionFilters, type Status } from './filters.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewFilters } from './review-filters.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { mayAccept, mayRevert, useDecide, useSuggestionRows, type Decision, type Suggestion } from './suggestions.ts';
import { useText } from './text.ts';
import styles from './review.module.css';

/** The list at the left, what is chosen at the right; on a phone one after the other. */
export function ReviewPage() {
  const t = useText();
  const toast = useToast();
  const { slug, mayEdit } = useMember();
  const [filters, change] = useSuggestionFilters();
  const [pages, setPages] = useState<readonly number[]>([0]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<readonly string[] | null>(null);
  const [lastAccepted, setLastAccepted] = useState<readonly string[]>([]);
  const [shortcuts, setShortcuts] = useShortcutsChoice();
  const { rows, total, error, retry } = useSuggestionRows(filters, pages);
  const decide = useDecide();

  const places = [...rows].toSorted(([a], [b]) => a - b);
  const place = places.findIndex(([, row]) => row.id === filters.id);
  const chosen: Suggestion | undefined = places[place]?.[1];
  const go = (step: number): void => {
    const next = places[place < 0 ? 0 : Math.min(places.length - 1, Math.max(0, place + step))]?.[1];
    if (next) change({ id: next.id });
  };
  const act = (ids: readonly string[], decision: Decision): void => {
    if (ids.length === 0 || decide.isPending) return;
    // Decided ones leave the list: the choice moves on to the next that stays.
    const left = places.slice(Math.max(0, place)).find(([, row]) => !ids.includes(row.id));
    decide.mutate(
      { ids, decision },
      {
        onSuccess: ({ done, failed }) => {
          setRejecting(null);
          setTicked(new Set(failed.map(({ id }) => id)));
          if (decision.kind === 'accept') setLastAccepted(done);
          if (decision.kind === 'revert') setLastAccepted([]);
          if (failed.length === 0 && chosen && ids.includes(chosen.id)) change({ id: left?.[1].id ?? '' });
          const undo = { label: t('undo'), run: () => act(done, { kind: 'revert' }) };
          toast(t(`done_${decision.kind}`, { count: done.length }), decision.kind === 'accept' ? undo : undefined);
        },
      },
    );
  };
  const targets = ticked.size > 0 ? [...ticked] : chosen ? [chosen.id] : [];
  const status = filters.status as Status;
  const accept = mayEdit && mayAccept(status) ? () => act(targets, { kind: 'accept' }) : undefined;
  const reject = mayEdit && mayAccept(status) ? () => targets.length > 0 && setRejecting(targets) : undefined;
  const revert = mayEdit ? () => act(mayRevert(status) ? targets : lastAccepted, { kind: 'revert' }) : undefined;
  const tick = (id: string): void => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  useShortcuts(shortcuts, {
    j: () => go(1),
    k: () => go(-1),
    a: accept,
    r: reject,
    z: revert,
    x: mayEdit ? () => chosen && tick(chosen.id) : undefined,
    Escape: () => (ticked.size > 0 ? setTicked(new Set()) : change({ id: '' })),
  });

  const partly = decide.data && decide.data.failed.length > 0 ? decide.data.failed[0]!.error : null;
  const filtered = filters.q !== '' || filters.min !== '' || filters.run !== '';
  return (
    <div className={styles.review} data-chosen={filters.id !== '' || undefined}>
      <section className={styles.listSide} aria-label={t('tab_review')}>
        <ReviewFilters
          filters={filters}
          change={(patch) => {
            setTicked(new Set());
            setPages([0]);
            change({ id: '', ...patch });
          }}
          total={total}
          help={<ShortcutsHelp on={shortcuts} setOn={setShortcuts} />}
        />
        {ticked.size > 0 && (
          <BulkBar
            count={ticked.size}
            busy={decide.isPending}
            accept={accept}
            reject={reject}
            revert={mayRevert(status) ? revert : undefined}
            clear={() => setTicked(new Set())}
          />
        )}
        {/* A failure of a rejection is told in its dialog. */}
        {!rejecting && Boolean(decide.error ?? partly) && <Failure small error={decide.error ?? partly} />}
        {error && <Failure error={error} retry={retry} />}
        {total === 0 && (
          <Empty
            icon="suggestions"
            title={t(filtered ? 'none_filtered' : status === 'pending' ? 'none_pending' : 'none')}
            action={
              !filtered &&
              status === 'pending' && (
                <Link className={buttonClass('plain')} href={`/${slug}/suggestions/runs`}>
                  {t('to_runs')}
                </Link>
              )
            }
          >
            {t(filtered ? 'none_filtered_hint' : 'none_hint')}
          </Empty>
        )}
        {total !== 0 && !error && (
          <SuggestionList
            total={total}
            rows={rows}
            chosen={filters.id}
            ticked={ticked}
            tick={mayEdit ? tick : undefined}
            choose={(id) => change({ id })}
            showPages={setPages}
          />
        )}
      </section>
      <section className={styles.detailSide} aria-label={t('detail')}>
        <Detail
          id={filters.id}
          busy={decide.isPending}
          back={() => change({ id: '' })}
          accept={mayEdit ? (id) => act([id], { kind: 'accept' }) : undefined}
          reject={mayEdit ? (id) => setRejecting([id]) : undefined}
          revert={mayEdit ? (id) => act([id], { kind: 'revert' }) : undefined}
        />
      </section>
      <RejectDialog
        count={rejecting?.length ?? 0}
        busy={decide.isPending}
        error={rejecting ? decide.error : null}
        onClose={() => {
          setRejecting(null);
          decide.reset();
        }}
        onReject={(reason) => act(rejecting ?? [], { kind: 'reject', reason })}
      />
    </div>
  );
}
