import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useSettled } from '../../shell/settled.ts';
import { useRemedy, type Remedy } from './opportunities.ts';
import { useText } from './text.ts';
import styles from './opportunities.module.css';

/** Remedies for which something is typed. */
export type Written = Exclude<Remedy['kind'], 'not_sold'>;

interface RemedyDialogProps {
  /** Null: closed. */
  kind: Written | null;
  query: string;
  onClose(): void;
}

const MAX_LENGTH: Record<Written, number> = { synonym: 100, replace: 512, redirect: 2_000 };

export function RemedyDialog({ kind, query, onClose }: RemedyDialogProps) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const remedy = useRemedy();
  const [target, setTarget] = useState('');
  const shown = kind ?? 'synonym';
  const save = (): void =>
    remedy.mutate(
      { kind: shown, query, target: target.trim() },
      {
        onSuccess: () => {
          toast(t(`done_${shown}`));
          setTarget('');
          onClose();
        },
      },
    );
  const fields = remedy.error instanceof Refusal ? remedy.error.fields : [];
  return (
    <Dialog
      open={kind !== null}
      onClose={() => {
        remedy.reset();
        onClose();
      }}
      title={t(`do_${shown}`)}
      description={t.rich(`lead_${shown}`, { query: <bdi>{query}</bdi> })}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t(`target_${shown}`)}
          required
          maxLength={MAX_LENGTH[shown]}
          value={target}
          placeholder={shown === 'redirect' ? '/sale' : undefined}
          onChange={({ target: field }) => setTarget(field.value)}
          error={fields[0]?.message}
        />
        {shown !== 'redirect' && <WhatItFinds words={target} />}
        {remedy.error && fields.length === 0 && <Failure small error={remedy.error} />}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="primary" type="submit" busy={remedy.isPending} disabled={target.trim() === ''}>
            {t(`save_${shown}`)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Words that find nothing themselves are no remedy. */
function WhatItFinds({ words }: { words: string }) {
  const t = useText();
  const { slug: tenant } = useMember();
  const settled = useSettled(words.trim());
  const { data } = useQuery({
    queryKey: keyOf(tenant, 'opportunities-target', settled),
    queryFn: ({ signal }) =>
      read(
        api.POST('/v1/{tenant}/search', { params: { path: { tenant } }, body: { q: settled, per_page: 1 }, signal }),
      ),
    enabled: settled !== '',
  });
  return (
    <p role="status" className={styles.finds}>
      {data && settled !== '' && t(data.total > 0 ? 'finds' : 'finds_nothing', { count: data.total })}
    </p>
  );
}
