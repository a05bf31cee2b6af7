import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { Failure } from '../../components/states.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useText } from './text.ts';

interface RejectDialogProps {
  /** How many are rejected; 0: closed. */
  count: number;
  busy: boolean;
  error: unknown;
  onClose(): void;
  onReject(reason: string): void;
}

export function RejectDialog({ count, busy, error, onClose, onReject }: RejectDialogProps) {
  const t = useText();
  const base = useBaseText();
  const reason = useRef<HTMLTextAreaElement>(null);
  const reject = (): void => onReject(reason.current?.value ?? '');
  return (
    <Dialog
      open={count > 0}
      onClose={onClose}
      title={t('reject_title', { count })}
      description={t('reject_lead')}
      actions={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={reject}>
            {t('reject')}
          </Button>
        </>
      }
    >
      <TextArea
        ref={reason}
        label={t('reason_optional')}
        rows={3}
        maxLength={500}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) reject();
        }}
      />
      {error !== null && <Failure small error={error} />}
    </Dialog>
  );
}
