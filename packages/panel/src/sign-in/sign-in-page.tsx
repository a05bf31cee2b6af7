import { useEffect } from 'react';
import { useBaseText } from '../i18n/base.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

export function SignInPage() {
  const t = useBaseText();
  useEffect(() => {
    document.title = `${t('sign_in')} · Mirabel`;
  }, [t]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <header className={styles.header}>
          <p className={styles.product}>Mirabel</p>
          <h1>{t('sign_in')}</h1>
          <p className={styles.lead}>{t('sign_in_lead')}</p>
        </header>
        <SignInForm>
          <p className={styles.help}>{t('sign_in_help')}</p>
        </SignInForm>
      </div>
    </main>
  );
}
