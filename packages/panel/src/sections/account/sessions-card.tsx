import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { panelApi } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/page.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useFormat } from '../../i18n/format.ts';
import { browserName } from './browser-name.ts';
import { useText } from './text.ts';

interface ListedSession {
  id: string;
  current: boolean;
  user_agent: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

const KEY = ['sessions'];

export function SessionsCard() {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => panelApi<{ rows: ListedSession[] }>('GET', 'sessions', undefined, signal),
  });
  const end = useMutation({
    mutationFn: (id: string) => panelApi<void>('DELETE', `sessions/${id}`),
    onSuccess: () => {
      toast(t('ended'));
      return client.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <Card flush title={t('sessions')}>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {end.error && <Failure small error={end.error} />}
      {data && (
        <DataTable
          caption={t('sessions')}
          rows={data.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'browser',
              header: t('browser'),
              cell: ({ user_agent }) => <bdi title={user_agent}>{browserName(user_agent)}</bdi>,
            },
            { key: 'began', header: t('began'), cell: ({ created_at }) => format.dateTime(created_at) },
            { key: 'used', header: t('used'), cell: ({ last_used_at }) => format.dateTime(last_used_at) },
            { key: 'ends', header: t('ends'), cell: ({ expires_at }) => format.dateTime(expires_at) },
            {
              key: 'action',
              header: <span className="visually-hidden">{t('action')}</span>,
              cell: ({ id, current }) =>
                current ? (
                  <Badge tone="accent">{t('here')}</Badge>
                ) : (
                  <Button kind="danger" busy={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                    {t('end')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
