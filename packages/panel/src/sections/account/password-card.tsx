import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { panelApi } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import { sessionQuery, useSession } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Failure } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useText } from './text.ts';
import styles from './account.module.css';

export function PasswordCard() {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const { user, method } = useSession();
  const form = useRef<HTMLFormElement>(null);
  // Whoever came by a link may have forgotten the password.
  const asksCurrent = user.has_password && method !== 'link';
  const change = useMutation({
    mutationKey: ['sign-in'],
    mutationFn: (body: { current?: string; password: string }) => panelApi<void>('PUT', 'password', body),
    onSuccess: () => {
      form.current?.reset();
      toast(t('changed'));
      return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const refused = change.error instanceof Refusal ? change.error : null;
  const wordsFor = (field: string): string | undefined => refused?.fields.find((one) => one.field === field)?.message;
  const current = wordsFor('/current') ?? (refused?.status === 401 || refused?.status === 403 ? t('wrong') : undefined);
  const next = wordsFor('/password');
  return (
    <Card title={t('password')}>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          change.mutate({
            ...(asksCurrent && { current: String(given.get('current')) }),
            password: String(given.get('password')),
          });
        }}
      >
        {!user.has_password && <p className={styles.hint}>{t('password_none')}</p>}
        {/* Password managers ask whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        {asksCurrent && (
          <TextField
            label={t('current')}
            name="current"
            type="password"
            autoComplete="current-password"
            required
            error={current}
          />
        )}
        <TextField
          label={t('next')}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          maxLength={256}
          hint={t('next_hint')}
          error={next}
        />
        {change.error && !current && !next && <Failure small error={change.error} />}
        <Button kind="primary" type="submit" busy={change.isPending}>
          {t('change')}
        </Button>
      </form>
    </Card>
  );
}
