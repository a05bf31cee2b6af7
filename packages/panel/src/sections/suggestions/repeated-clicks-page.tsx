import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useText } from './text.ts';
import styles from './pages.module.css';

type Row = Schemas['RepeatedClicksRow'];
type RuleBody = Schemas['CreateRuleRequest'];

const SHOWN = 100;

/** Items that many sessions pick for the same words, each a click away from the top. */
export function RepeatedClicksPage() {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const { slug: tenant, mayEdit } = useMember();
  const path = { tenant };
  const clicks = useQuery({
    queryKey: keyOf(tenant, 'repeated-clicks'),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/smart/repeated-clicks', { params: { path, query: { limit: SHOWN } }, signal })),
  });
  const rules = useQuery({
    queryKey: keyOf(tenant, 'rules', 'pins'),
    queryFn: ({ signal }) => read(api.GET('/v1/{tenant}/rules', { params: { path, query: { limit: SHOWN } }, signal })),
  });
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: keyOf(tenant, 'rules') });
  const unpin = useMutation({
    mutationFn: (id: string) => api.DELETE('/v1/{tenant}/rules/{id}', { params: { path: { tenant, id } } }),
    onSuccess: refresh,
  });
  const pin = useMutation({
    mutationFn: (row: Row) =>
      read(api.POST('/v1/{tenant}/rules', { params: { path }, body: row.suggested_rule as unknown as RuleBody })),
    onSuccess: (rule, row) => {
      toast(t('pinned_toast', { title: row.title ?? row.item_id }), {
        label: t('undo'),
        run: () => unpin.mutate(rule.id),
      });
      return refresh();
    },
  });
  const isPinned = ({ query, item_id }: Row): boolean =>
    rules.data?.rows.some(
      ({ enabled, conditions, actions }) =>
        enabled &&
        conditions.some(({ match, pattern }) => match === 'is' && pattern === query) &&
        actions.pin.some(({ id }) => id === item_id),
    ) ?? false;
  const error = pin.error ?? unpin.error;

  return (
    <Card flush>
      {clicks.error && !clicks.data && <Failure error={clicks.error} retry={() => void clicks.refetch()} />}
      {!clicks.error && !clicks.data && <Skeleton />}
      {error && <Failure small error={error} />}
      {clicks.data && clicks.data.rows.length === 0 && (
        <Empty icon="pin" title={t('repeated_none')}>
          {t('repeated_none_hint')}
        </Empty>
      )}
      {clicks.data && clicks.data.rows.length > 0 && (
        <DataTable
          caption={t('tab_repeated')}
          rows={clicks.data.rows}
          rowKey={({ query, item_id }) => `${query}\n${item_id}`}
          columns={[
            { key: 'query', header: t('query'), cell: ({ query }) => <bdi>{query}</bdi> },
            { key: 'item', header: t('item'), cell: ({ title, item_id }) => <bdi>{title ?? item_id}</bdi> },
            { key: 'sessions', header: t('sessions_head'), numeric: true, cell: (row) => format.number(row.sessions) },
            { key: 'share', header: t('share'), numeric: true, cell: (row) => format.percent(row.share) },
            {
              key: 'position',
              header: t('position'),
              numeric: true,
              cell: (row) => format.number(row.mean_position, 1),
            },
            {
              key: 'action',
              header: <span className="visually-hidden">{t('action')}</span>,
              cell: (row) =>
                isPinned(row) ? (
                  <Badge tone="good">{t('pinned')}</Badge>
                ) : (
                  mayEdit && (
                    <Button
                      icon="pin"
                      className={styles.rowAction ?? ''}
                      busy={pin.isPending && pin.variables === row}
                      onClick={() => pin.mutate(row)}
                      aria-label={t('pin_label', { title: row.title ?? row.item_id, query: row.query })}
                    >
                      {t('pin')}
                    </Button>
                  )
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}
