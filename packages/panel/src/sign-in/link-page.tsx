import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Refusal } from '../api/problem.ts';
import { useSignIn } from '../api/session.ts';
import { buttonClass } from '../components/button.tsx';
import { Empty, Failure, Skeleton } from '../components/states.tsx';
import { useBaseText } from '../i18n/base.ts';
import styles from './sign-in.module.css';

/** Redeems the token of a one-time link. It is used up by the first try, so it is tried once. */
export function LinkPage({ token }: { token: string }) {
  const t = useBaseText();
  const { mutate, error } = useSignIn();
  const [, navigate] = useLocation();
  const tried = useRef(false);
  const redeem = (): void => mutate({ token }, { onSuccess: () => navigate('/', { replace: true }) });
  useEffect(() => {
    document.title = `${t('sign_in')} · Mirabel`;
    if (tried.current) return;
    tried.current = true;
    redeem();
  });
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={error ? 'visually-hidden' : undefined}>{error ? t('sign_in') : t('link_working')}</h1>
        {!error && <Skeleton rows={2} />}
        {error instanceof Refusal && error.status < 500 && (
          <Empty
            icon="warning"
            title={t('link_failed')}
            action={
              <Link href="/" replace className={buttonClass('primary')}>
                {t('sign_in')}
              </Link>
            }
          >
            {t('link_failed_hint')}
          </Empty>
        )}
        {error && !(error instanceof Refusal && error.status < 500) && <Failure error={error} retry={redeem} />}
      </div>
    </main>
  );
}
