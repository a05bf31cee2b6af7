import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useText } from './text.ts';
import styles from './pages.module.css';

type Sent = Schemas['EgressResponse'];

const PAGE = 50;

/** What left the house: every payload to the AI provider, byte for byte. */
export function EgressPage() {
  const t = useText();
  const base = useBaseText();
  const format = useFormat();
  const { slug: tenant } = useMember();
  const [limit, setLimit] = useState(PAGE);
  const [open, setOpen] = useState<Sent | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(tenant, 'egress', limit),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/smart/egress', { params: { path: { tenant }, query: { limit } }, signal })),
    placeholderData: (before) => before,
  });
  return (
    <Card flush title={t('egress_lead')}>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && data.rows.length === 0 && <Empty title={t('egress_none')}>{t('egress_none_hint')}</Empty>}
      {data && data.rows.length > 0 && (
        <DataTable
          caption={t('tab_egress')}
          rows={data.rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'sent', header: t('sent'), cell: (row) => format.dateTime(row.sent_at) },
            { key: 'to', header: t('ai_model'), cell: (row) => `${row.provider} ${row.model}` },
            { key: 'pairs', header: t('pairs'), numeric: true, cell: (row) => format.number(row.pairs) },
            { key: 'status', header: t('status'), cell: (row) => <Badge>{t(`egress_${row.status}`)}</Badge> },
            { key: 'sha', header: 'SHA-256', cell: (row) => <code>{row.sha256.slice(0, 12)}</code> },
            {
              key: 'action',
              header: <span className="visually-hidden">{t('action')}</span>,
              cell: (row) => (
                <Button
                  kind="quiet"
                  onClick={() => setOpen(row)}
                  aria-label={`${t('payload')}: ${format.dateTime(row.sent_at)}`}
                >
                  {t('payload')}
                </Button>
              ),
            },
          ]}
        />
      )}
      {data && data.total > data.rows.length && limit < 100 && (
        <Button kind="quiet" onClick={() => setLimit(100)}>
          {base('load_more')}
        </Button>
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={t('payload')}>
        {open && (
          <>
            <p className={styles.hash}>
              SHA-256 <code>{open.sha256}</code>
            </p>
            <pre className={styles.payload} tabIndex={0} aria-label={t('payload')}>
              {open.payload}
            </pre>
          </>
        )}
      </Dialog>
    </Card>
  );
}
