import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import styles from './settings.module.css';
import { ShownOnce } from './shown-once.tsx';
import { useText } from './text.ts';

type Key = Schemas['KeyResponse'];
/** Of an owner's 100 active keys and what has ended. */
const MOST = 100;

const hasEnded = ({ revoked_at, expires_at }: Key): boolean =>
  revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());

export function KeysTab() {
  const t = useText();
  const { slug } = useMember();
  const path = { tenant: slug };
  const [asked, ask] = useState<{ what: 'new' | 'rotate' | 'revoke'; key?: Key } | null>(null);
  const [value, setValue] = useState<string | null>(null);
  const client = useQueryClient();
  const queryKey = keyOf(slug, 'keys');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(api.GET('/v1/{tenant}/keys', { params: { path, query: { limit: MOST } }, signal })),
  });
  const made = (key: string | null): void => {
    ask(null);
    setValue(key);
    void client.invalidateQueries({ queryKey });
  };
  return (
    <Card
      flush
      title={t('tab_keys')}
      tools={
        <Button kind="primary" icon="keys" onClick={() => ask({ what: 'new' })}>
          {t('new_key')}
        </Button>
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data?.rows.length === 0 && (
        <Empty icon="keys" title={t('no_keys')}>
          {t('no_keys_hint')}
        </Empty>
      )}
      {data && data.rows.length > 0 && <Keys rows={data.rows} onAsk={(what, key) => ask({ what, key })} />}
      <NewKeyDialog open={asked?.what === 'new'} onClose={() => ask(null)} onMade={made} />
      {asked?.key && <ReplaceDialog what={asked.what} given={asked.key} onClose={() => ask(null)} onDone={made} />}
      <ShownOnce
        title={t('key_made')}
        description={t('key_made_hint')}
        label={t('key_value')}
        value={value}
        onClose={() => setValue(null)}
      />
    </Card>
  );
}

function Keys({ rows, onAsk }: { rows: readonly Key[]; onAsk(what: 'rotate' | 'revoke', key: Key): void }) {
  const t = useText();
  const format = useFormat();
  const stateOf = (key: Key) => {
    if (key.revoked_at) return <Badge tone="bad">{t('revoked')}</Badge>;
    if (hasEnded(key)) return <Badge>{t('expired')}</Badge>;
    if (key.expires_at) return <Badge tone="warn">{t('until', { time: format.dateTime(key.expires_at) })}</Badge>;
    return <Badge tone="good">{t('active')}</Badge>;
  };
  return (
    <DataTable
      caption={t('tab_keys')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', header: t('name'), cell: ({ name }) => <bdi>{name}</bdi> },
        { key: 'kind', header: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
        { key: 'value', header: t('key_value'), cell: ({ last4 }) => <code>…{last4}</code> },
        { key: 'origins', header: t('origins'), cell: ({ allowed_origins }) => allowed_origins.join(', ') || t('any') },
        {
          key: 'used',
          header: t('last_used'),
          cell: ({ last_used_at }) => (last_used_at ? format.dateTime(last_used_at) : t('never')),
        },
        { key: 'by', header: t('made_by'), cell: ({ created_by }) => <bdi>{created_by ?? '–'}</bdi> },
        { key: 'state', header: t('state'), cell: stateOf },
        {
          key: 'action',
          header: <span className="visually-hidden">{t('actions')}</span>,
          cell: (key) =>
            !hasEnded(key) && (
              <div className={styles.actions}>
                <Button onClick={() => onAsk('rotate', key)}>{t('rotate')}</Button>
                <Button kind="danger" onClick={() => onAsk('revoke', key)}>
                  {t('revoke')}
                </Button>
              </div>
            ),
        },
      ]}
    />
  );
}

interface ReplaceDialogProps {
  what: 'new' | 'rotate' | 'revoke';
  given: Key;
  onClose(): void;
  /** With the value of a new key. */
  onDone(key: string | null): void;
}

function ReplaceDialog({ what, given, onClose, onDone }: ReplaceDialogProps) {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const { slug } = useMember();
  const [hours, setHours] = useState('24');
  const rotates = what === 'rotate';
  const params = { path: { tenant: slug, id: given.id } };
  const act = useMutation({
    mutationFn: async (): Promise<string | null> => {
      if (!rotates) {
        await api.DELETE('/v1/{tenant}/keys/{id}', { params });
        return null;
      }
      const body = { grace_hours: Number(hours) };
      return (await read(api.POST('/v1/{tenant}/keys/{id}/rotate', { params, body }))).key;
    },
    onSuccess: (key) => {
      if (!rotates) toast(t('was_revoked', { name: given.name }));
      onDone(key);
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(rotates ? 'rotate_title' : 'revoke_title', { name: given.name })}
      description={t(rotates ? 'rotate_hint' : 'revoke_hint')}
      actions={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button kind={rotates ? 'primary' : 'danger'} busy={act.isPending} onClick={() => act.mutate()}>
            {t(rotates ? 'rotate' : 'revoke')}
          </Button>
        </>
      }
    >
      {rotates && (
        <TextField
          label={t('grace')}
          type="number"
          min={0}
          max={720}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
      )}
      {act.error && <Failure small error={act.error} />}
    </Dialog>
  );
}
