import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { isRefusal } from '../api/problem.ts';
import { configQuery, useSignIn } from '../api/session.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Failure } from '../components/states.tsx';
import { useBaseText } from '../i18n/base.ts';
import styles from './sign-in.module.css';

/** The browser keeps what is typed: a failed try loses nothing. */
export function SignInForm({ email, children }: { email?: string; children?: ReactNode }) {
  const t = useBaseText();
  const signIn = useSignIn();
  const config = useQuery(configQuery);
  const form = useRef<HTMLFormElement>(null);
  const wrong = isRefusal(signIn.error, 401);
  const submit = (): void => {
    const given = new FormData(form.current!);
    signIn.mutate({ email: String(given.get('email')), password: String(given.get('password')) });
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
        autoFocus={!email}
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={Boolean(email)}
        error={wrong ? t('sign_in_wrong') : null}
      />
      {signIn.error && !wrong && <Failure small error={signIn.error} />}
      <Button kind="primary" type="submit" busy={signIn.isPending}>
        {t('sign_in')}
      </Button>
      {config.data?.oidc && (
        <a className={buttonClass('plain')} href="/panel/api/oidc/start">
          {t('sign_in_with', { label: config.data.oidc.label })}
        </a>
      )}
      {children}
    </form>
  );
}
