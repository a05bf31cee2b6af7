import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, read } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { buttonClass } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Card } from '../../../components/page.tsx';
import { Empty, Failure, LookOnly, Skeleton } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import { useText } from '../text.ts';
import { isUnderway, SyncState } from './sync-state.tsx';

/** More a tenant may not have. */
const MOST = 50;
const WATCH_MS = 2_000;

export function ConnectorsTab() {
  const t = useText();
  const format = useFormat();
  const { slug, mayEdit } = useMember();
  const home = `/${slug}/catalogue/connectors`;
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(slug, 'connectors'),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/connectors', { params: { path: { tenant: slug }, query: { limit: MOST } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ last_sync }) => isUnderway(last_sync)) ? WATCH_MS : false,
  });
  const add = mayEdit && (
    <Link href={`${home}/new`} className={buttonClass('primary')}>
      {t('new_connector')}
    </Link>
  );
  return (
    <>
      {!mayEdit && <LookOnly />}
      <Card flush title={t('tab_connectors')} tools={add}>
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {!error && !data && <Skeleton />}
        {data && data.rows.length === 0 && (
          <Empty icon="catalogue" title={t('no_connectors')}>
            {t('no_connectors_hint')}
          </Empty>
        )}
        {data && data.rows.length > 0 && (
          <DataTable
            caption={t('tab_connectors')}
            rows={data.rows}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'name',
                header: t('name'),
                cell: ({ id, name }) => (
                  <Link href={`${home}/${id}`}>
                    <bdi>{name}</bdi>
                  </Link>
                ),
              },
              { key: 'source', header: t('source'), cell: ({ source }) => <bdi>{source}</bdi> },
              {
                key: 'state',
                header: t('state'),
                cell: ({ enabled, paused_at }) => {
                  if (paused_at) return <Badge tone="bad">{t('paused')}</Badge>;
                  return <Badge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'on' : 'off')}</Badge>;
                },
              },
              {
                key: 'last',
                header: t('last_sync'),
                cell: ({ last_sync }) => (last_sync ? <SyncState status={last_sync.status} /> : '–'),
              },
              {
                key: 'held',
                header: t('held'),
                numeric: true,
                cell: ({ last_sync }) => format.number(last_sync?.held_removals ?? 0),
              },
              {
                key: 'next',
                header: t('next_sync'),
                cell: ({ next_sync_at }) => (next_sync_at ? format.dateTime(next_sync_at) : '–'),
              },
              { key: 'by', header: t('changed_by'), cell: ({ updated_by }) => <bdi>{updated_by ?? '–'}</bdi> },
            ]}
          />
        )}
      </Card>
    </>
  );
}
