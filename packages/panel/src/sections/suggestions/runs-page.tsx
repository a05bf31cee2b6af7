import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { api, read, type Schemas } from '../../api/client.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useToast } from '../../components/toast.tsx';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember, useSettings } from '../../shell/member.ts';
import { RunDialog } from './run-dialog.tsx';
import { useText } from './text.ts';
import styles from './pages.module.css';

type Run = Schemas['RunResponse'];

const SHOWN = 50;
const WATCH_MS = 2_000;
const TONES: Record<Run['status'], Tone> = { running: 'accent', succeeded: 'good', failed: 'bad', skipped: 'neutral' };

export function RunsPage() {
  const t = useText();
  const format = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const { slug: tenant, mayEdit } = useMember();
  const { data: settings } = useSettings();
  const [open, setOpen] = useState<string | null>(null);
  const path = { tenant };
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(tenant, 'runs'),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/smart/runs', { params: { path, query: { limit: SHOWN } }, signal })),
    refetchInterval: ({ state }) => (state.data?.rows.some(({ status }) => status === 'running') ? WATCH_MS : false),
  });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: keyOf(tenant, 'runs') });
    await client.invalidateQueries({ queryKey: keyOf(tenant, 'suggestions') });
  };
  const start = useMutation({
    mutationFn: () => read(api.POST('/v1/{tenant}/smart/runs', { params: { path } })),
    onSuccess: () => {
      toast(t('run_started'));
      return refresh();
    },
  });
  const cancel = useMutation({
    mutationFn: (id: string) => api.POST('/v1/{tenant}/smart/runs/{id}/cancel', { params: { path: { tenant, id } } }),
    onSuccess: refresh,
  });
  const running = data?.rows.some(({ status }) => status === 'running') ?? false;
  return (
    <Card
      flush
      title={settings && t(`mode_${settings.smart_mode}`)}
      tools={
        mayEdit && (
          <Button kind="primary" busy={start.isPending} disabled={running} onClick={() => start.mutate()}>
            {t('run_start')}
          </Button>
        )
      }
    >
      {(start.error ?? cancel.error) && <Failure small error={start.error ?? cancel.error} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && data.rows.length === 0 && (
        <Empty icon="suggestions" title={t('runs_none')}>
          {t('runs_none_hint')}
        </Empty>
      )}
      {data && data.rows.length > 0 && (
        <DataTable
          caption={t('tab_runs')}
          rows={data.rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'started', header: t('started'), cell: (run) => format.dateTime(run.started_at) },
            {
              key: 'status',
              header: t('status'),
              cell: (run) => <Badge tone={TONES[run.status]}>{t(`run_${run.status}`)}</Badge>,
            },
            { key: 'mode', header: t('mode'), cell: (run) => t(`mode_name_${run.mode}`) },
            {
              key: 'queries',
              header: t('queries_analysed'),
              numeric: true,
              cell: (run) => format.number(run.metrics.queries_analysed),
            },
            {
              key: 'made',
              header: t('made'),
              numeric: true,
              cell: (run) =>
                run.metrics.suggestions_created > 0 ? (
                  <Link href={`/${tenant}/suggestions?run=${run.id}`}>
                    {format.number(run.metrics.suggestions_created)}
                  </Link>
                ) : (
                  format.number(0)
                ),
            },
            { key: 'applied', header: t('applied'), numeric: true, cell: (run) => format.number(run.metrics.applied) },
            {
              key: 'cost',
              header: t('cost'),
              numeric: true,
              cell: (run) => format.money(run.cost_usd_cents / 100, 'USD'),
            },
            {
              key: 'action',
              header: <span className="visually-hidden">{t('action')}</span>,
              cell: (run) => (
                <span className={styles.rowActions}>
                  <Button
                    kind="quiet"
                    onClick={() => setOpen(run.id)}
                    aria-label={`${t('details')}: ${format.dateTime(run.started_at)}`}
                  >
                    {t('details')}
                  </Button>
                  {mayEdit && run.status === 'running' && (
                    <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
                      {t('run_cancel')}
                    </Button>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      <RunDialog run={data?.rows.find(({ id }) => id === open) ?? null} onClose={() => setOpen(null)} />
    </Card>
  );
}
