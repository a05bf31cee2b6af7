import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { useBaseText } from '../../i18n/base.ts';
import styles from './settings.module.css';
import { useText } from './text.ts';

interface ShownOnceProps {
  title: string;
  description: string;
  /** What nobody can read again. Null: nothing to show. */
  value: string | null;
  label: string;
  onClose(): void;
}

export function ShownOnce({ title, description, value, label, onClose }: ShownOnceProps) {
  const t = useText();
  const base = useBaseText();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    // Without a secure context there is no clipboard: the text is selected, to be copied by hand.
    await navigator.clipboard?.writeText(value ?? '').then(
      () => setCopied(true),
      () => {},
    );
  };
  const close = (): void => {
    setCopied(false);
    onClose();
  };
  return (
    <Dialog
      open={value !== null}
      onClose={close}
      insistent
      title={title}
      description={description}
      actions={
        <Button kind="primary" onClick={close}>
          {base('close')}
        </Button>
      }
    >
      <div className={styles.secret}>
        <TextField label={label} readOnly value={value ?? ''} onFocus={(event) => event.currentTarget.select()} />
        <Button icon={copied ? 'check' : 'download'} onClick={() => void copy()}>
          {copied ? t('copied') : t('copy')}
        </Button>
      </div>
    </Dialog>
  );
}
