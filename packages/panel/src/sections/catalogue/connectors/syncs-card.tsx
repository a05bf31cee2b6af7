import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Card } from '../../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../../components/states.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { isUnderway, SyncState, type Sync } from './sync-state.tsx';

const FEW = 20;
const WATCH_MS = 2_000;

export function SyncsCard({ connector }: { connector: Schemas['ConnectorResponse'] }) {
  const t = useText();
  const { slug } = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(slug, 'connectors', connector.id, 'syncs', connector.last_sync?.status),
    queryFn: ({ signal }) => {
      const params = { path: { tenant: slug, id: connector.id }, query: { limit: FEW } };
      return read(api.GET('/v1/{tenant}/connectors/{id}/syncs', { params, signal }));
    },
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderway) ? WATCH_MS : false),
  });
  const failing = data?.rows.find(({ errors }) => errors.length > 0);
  return (
    <>
      <Card flush title={t('history')}>
        {error && !data && <Failure error={error} retry={() => void refetch()} />}
        {!error && !data && <Skeleton />}
        {data && data.rows.length === 0 && <Empty title={t('no_syncs')} />}
        {data && data.rows.length > 0 && <Syncs rows={data.rows} connectorId={connector.id} />}
      </Card>
      {failing && <Errors sync={failing} />}
    </>
  );
}

function Syncs({ rows, connectorId }: { rows: readonly Sync[]; connectorId: string }) {
  const t = useText();
  const format = useFormat();
  const { mayEdit } = useMember();
  const whole = (key: 'items' | 'created' | 'updated' | 'removed' | 'failed', header: string) => ({
    key,
    header,
    numeric: true,
    cell: (sync: Sync) => format.number(sync[key]),
  });
  return (
    <DataTable
      caption={t('history')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'at',
          header: t('began'),
          cell: ({ started_at, queued_at }) => format.dateTime(started_at ?? queued_at),
        },
        { key: 'state', header: t('state'), cell: ({ status }) => <SyncState status={status} /> },
        whole('items', t('items')),
        whole('created', t('created')),
        whole('updated', t('updated')),
        whole('removed', t('removed')),
        whole('failed', t('failed')),
        {
          key: 'held',
          header: t('held'),
          numeric: true,
          cell: (sync) =>
            sync.held_removals > 0 && mayEdit ? (
              <Approve sync={sync} connectorId={connectorId} />
            ) : (
              format.number(sync.held_removals)
            ),
        },
      ]}
    />
  );
}

/** Removing much at once is asked about: a shop that answers half of its catalogue must not lose the other half. */
function Approve({ sync, connectorId }: { sync: Sync; connectorId: string }) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const { slug } = useMember();
  const approve = useMutation({
    mutationFn: () => {
      const params = { path: { tenant: slug, id: connectorId, syncId: sync.id } };
      return read(api.POST('/v1/{tenant}/connectors/{id}/syncs/{syncId}/approve-removals', { params }));
    },
    onSuccess: ({ removed }) => toast(t('were_removed', { count: removed })),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(slug, 'connectors', connectorId) }),
  });
  return (
    <div className={styles.stack}>
      <Button kind="danger" busy={approve.isPending} onClick={() => approve.mutate()}>
        {t('approve', { count: sync.held_removals })}
      </Button>
      {approve.error && <Failure small error={approve.error} />}
    </div>
  );
}

function Errors({ sync }: { sync: Sync }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card flush title={t('errors_of', { time: format.dateTime(sync.started_at ?? sync.queued_at) })}>
      <DataTable
        caption={t('errors')}
        rows={sync.errors.map((error, at) => ({ ...error, at: String(at) }))}
        rowKey={({ at }) => at}
        columns={[
          { key: 'item', header: t('item'), cell: ({ item_id }) => <bdi>{item_id ?? '–'}</bdi> },
          { key: 'page', header: t('page'), numeric: true, cell: ({ page }) => page ?? '–' },
          { key: 'path', header: t('field'), cell: ({ path }) => <code>{path ?? '–'}</code> },
          { key: 'message', header: t('what_happened'), cell: ({ message }) => <bdi>{message}</bdi> },
        ]}
      />
    </Card>
  );
}
