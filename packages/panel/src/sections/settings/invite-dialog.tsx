import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useMember } from '../../shell/member.ts';
import styles from './settings.module.css';
import { useText } from './text.ts';

export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

interface InviteDialogProps {
  open: boolean;
  onClose(): void;
  /** With the path of the one-time link. */
  onMade(path: string): void;
}

export function InviteDialog({ open, onClose, onMade }: InviteDialogProps) {
  const t = useText();
  const base = useBaseText();
  const { slug } = useMember();
  const formId = useId();
  const [role, setRole] = useState<Role>('editor');
  const invite = useMutation({
    mutationFn: (form: FormData) => {
      const body = { email: String(form.get('email')), name: String(form.get('name')), role };
      return read(api.POST('/v1/{tenant}/members', { params: { path: { tenant: slug } }, body }));
    },
    onSuccess: ({ link }) => onMade(link.path),
  });
  const refused = invite.error instanceof Refusal ? invite.error : null;
  const fault = refused?.fields.find(({ field }) => field === '/email')?.message;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('invite')}
      description={t('invite_hint')}
      actions={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={invite.isPending}>
            {t('invite')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(new FormData(event.currentTarget));
        }}
      >
        <TextField label={base('email')} name="email" type="email" required maxLength={254} error={fault} />
        <TextField label={t('name')} name="name" maxLength={100} />
        <Select
          label={t('role')}
          hint={t(`role_${role}_hint`)}
          value={role}
          options={ROLES.map((value) => ({ value, label: base(`role_${value}`) }))}
          onChange={(value) => setRole(value as Role)}
        />
        {invite.error && !fault && <Failure small error={invite.error} />}
      </form>
    </Dialog>
  );
}
