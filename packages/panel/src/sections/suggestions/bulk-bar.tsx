import { Button } from '../../components/button.tsx';
import { useText } from './text.ts';
import styles from './review.module.css';

interface BulkBarProps {
  count: number;
  busy: boolean;
  accept: (() => void) | undefined;
  reject: (() => void) | undefined;
  revert: (() => void) | undefined;
  clear(): void;
}

export function BulkBar({ count, busy, accept, reject, revert, clear }: BulkBarProps) {
  const t = useText();
  return (
    <div className={styles.bulk} role="group" aria-label={t('ticked', { count })}>
      <p role="status">{t('ticked', { count })}</p>
      {accept && (
        <Button kind="primary" icon="check" busy={busy} onClick={accept}>
          {t('accept')}
        </Button>
      )}
      {reject && (
        <Button kind="danger" icon="close" busy={busy} onClick={reject}>
          {t('reject')}
        </Button>
      )}
      {revert && (
        <Button icon="undo" busy={busy} onClick={revert}>
          {t('revert')}
        </Button>
      )}
      <Button kind="quiet" onClick={clear}>
        {t('untick')}
      </Button>
    </div>
  );
}
