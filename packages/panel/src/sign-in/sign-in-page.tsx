import { useEffect, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { useBaseText } from '../i18n/base.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

/** Why single sign-on has sent somebody back, as the service puts it into the address. */
const REASONS = [
  'unknown_account',
  'unverified_email',
  'cancelled',
  'expired',
  'provider_refused',
  'provider_unreachable',
  'failed',
] as const;

export function SignInPage() {
  const t = useBaseText();
  const [failure] = useState(() => {
    const told = new URLSearchParams(window.location.search).get('sign_in');
    return told === null ? null : (REASONS.find((reason) => reason === told) ?? 'failed');
  });
  useEffect(() => {
    document.title = `${t('sign_in')} · Mirabel`;
  }, [t]);
  useEffect(() => {
    // Told once: the next visit, or another way to sign in, has nothing to do with it.
    if (failure) window.history.replaceState(null, '', window.location.pathname);
  }, [failure]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.header}>
          <p className={styles.product}>Mirabel</p>
          <h1>{t('sign_in')}</h1>
          <p className={styles.lead}>{t('sign_in_lead')}</p>
        </header>
        {failure && (
          <p className={styles.failure} role="alert">
            <Icon name="warning" />
            {t(`sso_${failure}`)}
          </p>
        )}
        <SignInForm>
          <p className={styles.help}>{t('sign_in_help')}</p>
        </SignInForm>
      </div>
    </main>
  );
}
