import type { ReactNode } from 'react';
import { Refusal, Unreachable } from '../api/problem.ts';
import { useBaseText, type BaseText } from '../i18n/base.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './states.module.css';

/** Grey lines where rows will be. Read out once as "Loading". */
export function Skeleton({ rows = 4, tall = false }: { rows?: number; tall?: boolean }) {
  const t = useBaseText();
  return (
    <div role="status" className={styles.skeleton}>
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={tall ? styles.block : styles.bar} />
      ))}
    </div>
  );
}

interface EmptyProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon = 'check', title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.emblem}>
        <Icon name={icon} size={24} />
      </span>
      <h2>{title}</h2>
      {children && <div className={styles.words}>{children}</div>}
      {action}
    </div>
  );
}

/** What happened, in the reader's language where the panel knows it, else in the service's words. */
export function wordsOf(error: unknown, t: BaseText): string {
  if (error instanceof Unreachable) return t(error.timedOut ? 'error_timeout' : 'error_unreachable');
  if (!(error instanceof Refusal)) return t('error_panel');
  if (error.status === 401) return t('error_session');
  if (error.status === 403) return t('error_role');
  if (error.status === 412) return t('error_changed');
  if (error.status === 429) return t('error_busy');
  if (error.status >= 500) return t('error_service');
  return error.message;
}

interface FailureProps {
  error: unknown;
  retry?: (() => void) | undefined;
  /** In one line, beside what failed. */
  small?: boolean;
}

/** What happened, what to do, and the number by which the service's log knows it. */
export function Failure({ error, retry, small = false }: FailureProps) {
  const t = useBaseText();
  const requestId = error instanceof Refusal ? error.requestId : null;
  return (
    <div className={small ? styles.failureSmall : styles.failure} role="alert">
      <Icon name={error instanceof Unreachable ? 'offline' : 'warning'} />
      <div className={styles.words}>
        <p className={styles.what}>{wordsOf(error, t)}</p>
        {requestId && (
          <p className={styles.request}>
            {t('request_id')} <code>{requestId}</code>
          </p>
        )}
      </div>
      {retry && (
        <Button onClick={retry} kind="plain">
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

/** One line above what a viewer sees, instead of buttons that do nothing. */
export function LookOnly() {
  const t = useBaseText();
  return <p className={styles.lookOnly}>{t('look_only')}</p>;
}
