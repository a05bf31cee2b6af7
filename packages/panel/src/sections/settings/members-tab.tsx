import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Select } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { InviteDialog, ROLES, type Role } from './invite-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import styles from './settings.module.css';
import { ShownOnce } from './shown-once.tsx';
import { useText } from './text.ts';

type MemberRow = Schemas['MemberResponse'];
/** A shop has 200 at most. */
const PAGE = 100;

async function readAll(tenant: string, signal: AbortSignal): Promise<MemberRow[]> {
  const page = (offset: number) => {
    const params = { path: { tenant }, query: { limit: PAGE, offset } };
    return read(api.GET('/v1/{tenant}/members', { params, signal }));
  };
  const first = await page(0);
  return first.total > PAGE ? [...first.rows, ...(await page(PAGE)).rows] : first.rows;
}

export function MembersTab() {
  const t = useText();
  const base = useBaseText();
  const toast = useToast();
  const { slug } = useMember();
  const client = useQueryClient();
  const [inviting, invite] = useState(false);
  const [removing, remove] = useState<MemberRow | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const queryKey = keyOf(slug, 'members');
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => readAll(slug, signal) });
  const refresh = () => client.invalidateQueries({ queryKey });
  const paramsOf = ({ id }: MemberRow) => ({ path: { tenant: slug, id } });
  const change = useMutation({
    mutationFn: ({ member, role }: { member: MemberRow; role: Role }) =>
      read(api.PATCH('/v1/{tenant}/members/{id}', { params: paramsOf(member), body: { role } })),
    onSuccess: () => toast(base('saved')),
    onSettled: refresh,
  });
  const makeLink = useMutation({
    mutationFn: (member: MemberRow) => read(api.POST('/v1/{tenant}/members/{id}/link', { params: paramsOf(member) })),
    onSuccess: ({ path }) => setLink(location.origin + path),
  });
  const failed = change.error ?? makeLink.error;
  return (
    <Card
      flush
      title={t('tab_members')}
      tools={
        <Button kind="primary" icon="person" onClick={() => invite(true)}>
          {t('invite')}
        </Button>
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {failed && <Failure small error={failed} />}
      {data && (
        <Members
          rows={data}
          onRole={(member, role) => change.mutate({ member, role })}
          onLink={(member) => makeLink.mutate(member)}
          onRemove={remove}
        />
      )}
      <InviteDialog
        open={inviting}
        onClose={() => invite(false)}
        onMade={(path) => {
          invite(false);
          setLink(location.origin + path);
          void refresh();
        }}
      />
      {removing && (
        <RemoveDialog
          member={removing}
          onClose={() => {
            remove(null);
            void refresh();
          }}
        />
      )}
      <ShownOnce
        title={t('link_made')}
        description={t('link_made_hint')}
        label={t('link')}
        value={link}
        onClose={() => setLink(null)}
      />
    </Card>
  );
}

interface MembersProps {
  rows: readonly MemberRow[];
  onRole(member: MemberRow, role: Role): void;
  onLink(member: MemberRow): void;
  onRemove(member: MemberRow): void;
}

function Members({ rows, onRole, onLink, onRemove }: MembersProps) {
  const t = useText();
  const base = useBaseText();
  const format = useFormat();
  return (
    <DataTable
      caption={t('tab_members')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'email', header: base('email'), cell: ({ email }) => <bdi>{email}</bdi> },
        { key: 'name', header: t('name'), cell: ({ name }) => <bdi>{name || '–'}</bdi> },
        {
          key: 'role',
          header: t('role'),
          cell: (member) => (
            <Select
              hideLabel
              label={t('role_of', { email: member.email })}
              value={member.role}
              options={ROLES.map((value) => ({ value, label: base(`role_${value}`) }))}
              onChange={(role) => onRole(member, role as Role)}
            />
          ),
        },
        {
          key: 'state',
          header: t('state'),
          cell: ({ accepted_at }) =>
            accepted_at ? <Badge tone="good">{t('member')}</Badge> : <Badge tone="warn">{t('invited')}</Badge>,
        },
        { key: 'since', header: t('since'), cell: ({ created_at }) => format.date(created_at) },
        { key: 'by', header: t('made_by'), cell: ({ created_by }) => <bdi>{created_by}</bdi> },
        {
          key: 'action',
          header: <span className="visually-hidden">{t('actions')}</span>,
          cell: (member) => (
            <div className={styles.actions}>
              <Button onClick={() => onLink(member)}>{t('new_link')}</Button>
              <Button kind="danger" onClick={() => onRemove(member)}>
                {t('remove')}
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}
