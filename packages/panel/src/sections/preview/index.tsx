import { useEffect, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Failure, LookOnly, Skeleton } from '../../components/states.tsx';
import { useFilters } from '../../shell/filters.ts';
import { useMember } from '../../shell/member.ts';
import { useTyped } from '../../shell/settled.ts';
import { isEmpty, NOTHING, usePreview, type Draft, type Hit } from './draft.ts';
import { DraftCard } from './draft-card.tsx';
import { FrequentCard } from './frequent-card.tsx';
import { Results } from './results.tsx';
import { useText } from './text.ts';
import styles from './preview.module.css';

const DEFAULTS = { q: '' };

/** What shoppers see for a query and why, and what they would see with a draft. */
export default function PreviewPage() {
  const t = useText();
  const { mayEdit } = useMember();
  const [{ q }, change] = useFilters(DEFAULTS);
  const [typed, setTyped] = useTyped(q, (words) => change({ q: words }));
  const [draft, setDraft] = useState<Draft>(NOTHING);
  // A draft is about one query.
  useEffect(() => setDraft(NOTHING), [q]);
  return (
    <Page title={t('title')} lead={t('lead')}>
      {!mayEdit && <LookOnly />}
      <div className={styles.query}>
        <TextField
          label={t('query')}
          type="search"
          value={typed}
          maxLength={512}
          placeholder={t('query_example')}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      {q === '' ? (
        <Empty icon="preview" title={t('nothing_typed')}>
          {t('nothing_typed_hint')}
        </Empty>
      ) : (
        <Comparison key={q} query={q} draft={draft} onDraft={setDraft} />
      )}
    </Page>
  );
}

interface ComparisonProps {
  query: string;
  draft: Draft;
  onDraft(draft: Draft): void;
}

function Comparison({ query, draft, onDraft }: ComparisonProps) {
  const t = useText();
  const { mayEdit } = useMember();
  const { data, error, refetch, isFetching } = usePreview(query, draft);
  const trying = !isEmpty(draft);
  const without = (list: Draft['pinned'], id: string): Draft['pinned'] => list.filter((one) => one.id !== id);
  const pin = ({ id, title }: Hit): void =>
    onDraft({ ...draft, pinned: [...without(draft.pinned, id), { id, title }], hidden: without(draft.hidden, id) });
  const hide = ({ id, title }: Hit): void =>
    onDraft({ ...draft, pinned: without(draft.pinned, id), hidden: [...without(draft.hidden, id), { id, title }] });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  return (
    <>
      {mayEdit && <DraftCard query={query} draft={draft} onDraft={onDraft} />}
      {error && <Failure small error={error} retry={() => void refetch()} />}
      <div className={styles.sides} aria-busy={isFetching}>
        <Results title={t('now')} found={data.before} onPin={pin} onHide={hide} />
        {trying && (
          <Results title={t('with_draft')} found={data.after} before={data.before.hits} onPin={pin} onHide={hide} />
        )}
      </div>
      {trying && data.frequent && <FrequentCard frequent={data.frequent} />}
    </>
  );
}
