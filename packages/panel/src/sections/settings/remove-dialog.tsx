import { useMutation } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useMember } from '../../shell/member.ts';
import { useText } from './text.ts';

export function RemoveDialog({ member, onClose }: { member: Schemas['MemberResponse']; onClose(): void }) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const { slug } = useMember();
  const remove = useMutation({
    mutationFn: () => api.DELETE('/v1/{tenant}/members/{id}', { params: { path: { tenant: slug, id: member.id } } }),
    onSuccess: () => {
      toast(t('was_removed', { email: member.email }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('remove_title', { email: member.email })}
      description={t('remove_hint')}
      actions={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('remove')}
          </Button>
        </>
      }
    >
      {remove.error && <Failure small error={remove.error} />}
    </Dialog>
  );
}
