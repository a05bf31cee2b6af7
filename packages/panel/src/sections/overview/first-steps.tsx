import { useMutation, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { Failure } from '../../components/states.tsx';
import { keyOf, useMember } from '../../shell/member.ts';
import { useText } from './text.ts';
import styles from './overview.module.css';

/** What to do while there is nothing to show; goes by itself when the first event arrives. */
export function FirstSteps() {
  const t = useText();
  const { slug: tenant, role } = useMember();
  const items = useQuery({
    queryKey: keyOf(tenant, 'items', 'count'),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/items', { params: { path: { tenant }, query: { limit: 1 } }, signal })),
    refetchInterval: 5_000,
  });
  const makeKey = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v1/{tenant}/keys', {
          params: { path: { tenant } },
          body: { kind: 'public', name: t('key_name') },
        }),
      ),
  });
  const key = makeKey.data?.key ?? 'mb_pk_live_…';
  const snippet = `<script src="${location.origin}/v1/${tenant}/widget-bootstrap.js?key=${key}"></script>`;
  const count = items.data?.total ?? 0;
  return (
    <Card title={t('first_title')}>
      <ol className={styles.steps}>
        <li>
          <h3>
            {t('first_catalogue')} {count > 0 && <Badge tone="good">{t('first_items', { count })}</Badge>}
          </h3>
          <p>{t('first_catalogue_hint')}</p>
        </li>
        <li>
          <h3>{t('first_snippet')}</h3>
          <p>{t('first_snippet_hint')}</p>
          <pre className={styles.snippet} tabIndex={0} aria-label={t('first_snippet')}>
            <code>{snippet}</code>
          </pre>
          {makeKey.data ? (
            <p>{t('first_key_made')}</p>
          ) : (
            role === 'owner' && (
              <Button busy={makeKey.isPending} onClick={() => makeKey.mutate()}>
                {t('first_key')}
              </Button>
            )
          )}
          {makeKey.error && <Failure small error={makeKey.error} retry={() => makeKey.mutate()} />}
        </li>
        <li>
          <h3>{t('first_event')}</h3>
          <p className={styles.waiting} role="status">
            <span className={styles.pulse} />
            {t('first_waiting')}
          </p>
        </li>
      </ol>
    </Card>
  );
}
