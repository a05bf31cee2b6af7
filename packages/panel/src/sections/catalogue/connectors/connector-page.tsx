import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api, read } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Card } from '../../../components/page.tsx';
import { Failure, Skeleton } from '../../../components/states.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useBaseText } from '../../../i18n/base.ts';
import { useFormat } from '../../../i18n/format.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import { ConnectorEditor } from './connector-editor.tsx';
import type { Connector } from './draft.ts';
import { isUnderway } from './sync-state.tsx';
import { SyncsCard } from './syncs-card.tsx';

const WATCH_MS = 2_000;

export function ConnectorPage({ id }: { id: string }) {
  const { slug } = useMember();
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(slug, 'connectors', id),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/connectors/{id}', { params: { path: { tenant: slug, id } }, signal })),
    refetchInterval: ({ state }) => (isUnderway(state.data?.last_sync) ? WATCH_MS : false),
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton tall rows={2} />;
  return (
    <div className={styles.stack}>
      <About connector={data} onEdit={() => setEditing(true)} />
      {editing && <ConnectorEditor connector={data} onClose={() => setEditing(false)} />}
      <SyncsCard connector={data} />
    </div>
  );
}

function About({ connector, onEdit }: { connector: Connector; onEdit(): void }) {
  const t = useText();
  const toast = useToast();
  const format = useFormat();
  const client = useQueryClient();
  const { slug, mayEdit } = useMember();
  const [deleting, setDeleting] = useState(false);
  const params = { path: { tenant: slug, id: connector.id } };
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(slug, 'connectors') });
  const sync = useMutation({
    mutationFn: () => read(api.POST('/v1/{tenant}/connectors/{id}/sync', { params })),
    onSuccess: () => toast(t('sync_begun')),
    onSettled: refresh,
  });
  const turn = useMutation({
    mutationFn: (enabled: boolean) => {
      const headers = { 'If-Match': `"${connector.version}"` };
      return read(api.PATCH('/v1/{tenant}/connectors/{id}', { params, body: { enabled }, headers }));
    },
    onSettled: refresh,
  });
  const failed = sync.error ?? turn.error;
  const facts: [string, string][] = [
    [t('address'), connector.endpoint],
    [t('source'), connector.source],
    [t('credentials'), connector.auth_type ?? t('none')],
    [t('every'), t('minutes', { count: connector.interval_minutes })],
    [t('next_sync'), connector.next_sync_at ? format.dateTime(connector.next_sync_at) : '–'],
    [t('changed_by'), connector.updated_by ?? '–'],
  ];
  return (
    <Card
      title={<bdi>{connector.name}</bdi>}
      tools={
        mayEdit && (
          <>
            <Button
              kind="primary"
              busy={sync.isPending || isUnderway(connector.last_sync)}
              onClick={() => sync.mutate()}
            >
              {t('sync_now')}
            </Button>
            <Button onClick={onEdit}>{t('edit')}</Button>
            <Button busy={turn.isPending} onClick={() => turn.mutate(!connector.enabled || !!connector.paused_at)}>
              {t(connector.enabled && !connector.paused_at ? 'turn_off' : 'turn_on')}
            </Button>
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {t('delete')}
            </Button>
          </>
        )
      }
    >
      {failed && <Failure small error={failed} />}
      {connector.paused_at && (
        <p role="status">
          {t('paused_hint')} <bdi>{connector.pause_reason}</bdi>
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <DeleteDialog connector={connector} open={deleting} onClose={() => setDeleting(false)} />
    </Card>
  );
}

function DeleteDialog({ connector, open, onClose }: { connector: Connector; open: boolean; onClose(): void }) {
  const t = useText();
  const base = useBaseText();
  const client = useQueryClient();
  const { slug } = useMember();
  const [, navigate] = useLocation();
  const remove = useMutation({
    mutationFn: () =>
      api.DELETE('/v1/{tenant}/connectors/{id}', { params: { path: { tenant: slug, id: connector.id } } }),
    onSuccess: async () => {
      navigate(`/${slug}/catalogue/connectors`);
      await client.invalidateQueries({ queryKey: keyOf(slug, 'connectors'), exact: true });
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('delete_title', { name: connector.name })}
      description={t('delete_hint')}
      actions={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('delete')}
          </Button>
        </>
      }
    >
      {remove.error && <Failure small error={remove.error} />}
    </Dialog>
  );
}
