import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { isEmpty, NOTHING, usePublish, type Draft } from './draft.ts';
import { useText } from './text.ts';
import styles from './preview.module.css';

interface DraftCardProps {
  query: string;
  draft: Draft;
  onDraft(draft: Draft): void;
}

/** What is tried and not in force yet. Pins stand in their order; they are moved by buttons, so by keyboard as well. */
export function DraftCard({ query, draft, onDraft }: DraftCardProps) {
  const t = useText();
  const toast = useToast();
  const publish = usePublish();
  const move = (at: number, by: number): void => {
    const pinned = [...draft.pinned];
    const [one] = pinned.splice(at, 1);
    pinned.splice(at + by, 0, one!);
    onDraft({ ...draft, pinned });
  };
  const save = (): void =>
    publish.mutate(
      { query, draft },
      {
        onSuccess: () => {
          toast(t('published'));
          onDraft(NOTHING);
        },
      },
    );
  return (
    <Card title={t('draft')}>
      <p className={styles.hint}>{t.rich('draft_hint', { query: <bdi>{query}</bdi> })}</p>
      <div className={styles.draft}>
        <TextField
          label={t('same_as')}
          hint={t('same_as_hint')}
          maxLength={100}
          value={draft.sameAs}
          onChange={({ target }) => onDraft({ ...draft, sameAs: target.value })}
        />
        {draft.pinned.length > 0 && (
          <section>
            <h3>{t('pinned')}</h3>
            <ol className={styles.chosen}>
              {draft.pinned.map(({ id, title }, at) => (
                <li key={id}>
                  <bdi>{title}</bdi>
                  <span className={styles.moves}>
                    <Button
                      kind="quiet"
                      disabled={at === 0}
                      aria-label={t('move_up', { title })}
                      onClick={() => move(at, -1)}
                    >
                      ↑
                    </Button>
                    <Button
                      kind="quiet"
                      disabled={at === draft.pinned.length - 1}
                      aria-label={t('move_down', { title })}
                      onClick={() => move(at, 1)}
                    >
                      ↓
                    </Button>
                    <Button
                      kind="quiet"
                      icon="close"
                      aria-label={t('take_out', { title })}
                      onClick={() => onDraft({ ...draft, pinned: draft.pinned.filter((one) => one.id !== id) })}
                    />
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )}
        {draft.hidden.length > 0 && (
          <section>
            <h3>{t('hidden')}</h3>
            <ul className={styles.chosen}>
              {draft.hidden.map(({ id, title }) => (
                <li key={id}>
                  <bdi>{title}</bdi>
                  <Button
                    kind="quiet"
                    icon="close"
                    aria-label={t('take_out', { title })}
                    onClick={() => onDraft({ ...draft, hidden: draft.hidden.filter((one) => one.id !== id) })}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {publish.error && <Failure small error={publish.error} />}
      <div className={styles.buttons}>
        <Button disabled={isEmpty(draft)} onClick={() => onDraft(NOTHING)}>
          {t('discard')}
        </Button>
        <Button kind="primary" disabled={isEmpty(draft)} busy={publish.isPending} onClick={save}>
          {t('publish')}
        </Button>
      </div>
    </Card>
  );
}
