import { useEffect, useState } from 'react';
import { isRefusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { TextArea } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { ChangedBy, useSettingChanges } from '../../shell/changes.tsx';
import { useMember, useSettings } from '../../shell/member.ts';
import { useSettingsEdit } from './settings-edit.ts';
import { useText } from './text.ts';
import styles from './pages.module.css';

const MAX = 5_000;

/** What Smart should know of the shop, in the shop's own words. */
export function MemoryPage() {
  const { data, error, refetch } = useSettings();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  return <MemoryEditor saved={data.business_memory_md} etag={data.etag} reload={() => void refetch()} />;
}

interface MemoryEditorProps {
  saved: string;
  etag: string | null;
  reload(): void;
}

function MemoryEditor({ saved, etag, reload }: MemoryEditorProps) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const { mayEdit } = useMember();
  const edit = useSettingsEdit();
  const changes = useSettingChanges();
  /** What it began from; null while nothing is changed, so that a newer text is shown at once. */
  const [draft, setDraft] = useState<{ text: string; etag: string | null } | null>(null);
  const text = draft?.text ?? saved;
  const dirty = draft !== null && draft.text !== saved;
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
  const save = (from: string | null): void =>
    edit.mutate(
      { patch: { business_memory_md: text }, etag: from },
      {
        onSuccess: () => {
          setDraft(null);
          toast(base('saved'));
        },
        onError: (error) => isRefusal(error, 412) && reload(),
      },
    );
  const conflict = isRefusal(edit.error, 412) && draft !== null;
  return (
    <Card>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save(draft?.etag ?? etag);
        }}
      >
        <TextArea
          label={t('memory')}
          hint={
            <>
              {t('memory_hint')} {t('characters', { count: text.length, max: MAX })}{' '}
              <ChangedBy field="business_memory_md" changes={changes} />
            </>
          }
          rows={14}
          maxLength={MAX}
          readOnly={!mayEdit}
          value={text}
          onChange={({ target }) => setDraft({ text: target.value, etag: draft?.etag ?? etag })}
        />
        {conflict && (
          <div className={styles.conflict}>
            <Failure small error={edit.error} />
            <p className={styles.label}>{t('theirs')}</p>
            <pre className={styles.payload} tabIndex={0} aria-label={t('theirs')}>
              {saved}
            </pre>
            <div className={styles.buttons}>
              <Button onClick={() => setDraft(null)}>{t('take_theirs')}</Button>
              <Button kind="danger" busy={edit.isPending} onClick={() => save(etag)}>
                {t('keep_mine')}
              </Button>
            </div>
          </div>
        )}
        {edit.error && !conflict && <Failure small error={edit.error} />}
        {mayEdit && !conflict && (
          <div className={styles.buttons}>
            <Button kind="primary" type="submit" disabled={!dirty} busy={edit.isPending}>
              {base('save')}
            </Button>
            {dirty && <Button onClick={() => setDraft(null)}>{t('discard')}</Button>}
          </div>
        )}
      </form>
    </Card>
  );
}
