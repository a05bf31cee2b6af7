import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select, TextArea, TextField } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useMember } from '../../shell/member.ts';
import styles from './settings.module.css';
import { useText } from './text.ts';

const KINDS = ['public', 'secret', 'indexer'] as const;
type Kind = (typeof KINDS)[number];

export function NewKeyDialog({ open, onClose, onMade }: { open: boolean; onClose(): void; onMade(key: string): void }) {
  const t = useText();
  const base = useBaseText();
  const { slug } = useMember();
  const formId = useId();
  const [kind, setKind] = useState<Kind>('public');
  const make = useMutation({
    mutationFn: async (form: FormData) => {
      const origins = String(form.get('origins') ?? '')
        .split(/[\s,]+/)
        .filter(Boolean);
      const body = { kind, name: String(form.get('name')), ...(kind === 'public' && { allowed_origins: origins }) };
      return read(api.POST('/v1/{tenant}/keys', { params: { path: { tenant: slug } }, body }));
    },
    onSuccess: ({ key }) => onMade(key),
  });
  const refused = make.error instanceof Refusal ? make.error : null;
  const faultOf = (name: string) => refused?.fields.find(({ field }) => field.startsWith(`/${name}`))?.message;
  const told = faultOf('name') ?? faultOf('allowed_origins');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('new_key')}
      actions={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={make.isPending}>
            {t('make')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField
          label={t('name')}
          name="name"
          required
          maxLength={100}
          hint={t('name_hint')}
          error={faultOf('name')}
        />
        <Select
          label={t('kind')}
          hint={t(`kind_${kind}_hint`)}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
          onChange={(value) => setKind(value as Kind)}
        />
        {kind === 'public' && (
          <TextArea
            label={t('origins')}
            name="origins"
            rows={3}
            hint={t('origins_hint')}
            error={faultOf('allowed_origins')}
            spellCheck={false}
          />
        )}
        {make.error && !told && <Failure small error={make.error} />}
      </form>
    </Dialog>
  );
}
