import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Select } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import type { Schemas } from '../../api/client.ts';
import { useBaseText } from '../../i18n/base.ts';
import { useFormat } from '../../i18n/format.ts';
import { useMember } from '../../shell/member.ts';
import { ITEM_ORDERS, type Scope } from './filters.ts';
import { useItems } from './metrics.ts';
import { useText } from './text.ts';

type Row = Schemas['ItemRow'];
type Order = (typeof ITEM_ORDERS)[number];

const FEW = 10;
const MOST = 100;

export function ItemsCard({ by, scope, onOrder }: { by: Order; scope: Scope; onOrder(by: string): void }) {
  const t = useText();
  const base = useBaseText();
  const format = useFormat();
  const { slug } = useMember();
  const [limit, setLimit] = useState(FEW);
  const { data, error, refetch } = useItems(by, scope, limit);
  const columns: Column<Row>[] = [
    {
      key: 'item',
      header: t('item'),
      cell: ({ title, item_id }) => <bdi>{title ?? t('gone_item', { id: item_id })}</bdi>,
    },
    { key: 'clicks', header: t('clicks'), numeric: true, cell: (row) => format.number(row.clicks) },
    { key: 'conversions', header: t('conversions'), numeric: true, cell: (row) => format.number(row.conversions) },
    {
      key: 'revenue',
      header: t('revenue'),
      numeric: true,
      cell: ({ revenue }) => revenue.map(({ amount, currency }) => format.money(amount, currency)).join(' + ') || '–',
    },
  ];
  return (
    <Card
      flush
      title={t('items')}
      tools={
        <>
          <Select
            hideLabel
            label={t('items_by')}
            value={by}
            options={ITEM_ORDERS.map((value) => ({ value, label: t(`items_by_${value}`) }))}
            onChange={onOrder}
          />
          <CsvButton
            path={`/v1/${slug}/metrics/items`}
            query={{ ...scope, by, limit: MOST }}
            fileName={`${slug}-items-${by}.csv`}
          />
        </>
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && data.rows.length === 0 && <Empty title={t('items_none')} />}
      {data && data.rows.length > 0 && (
        <DataTable caption={t('items')} columns={columns} rows={data.rows} rowKey={(row) => row.item_id} />
      )}
      {data && data.total > data.rows.length && limit < MOST && (
        <Button kind="quiet" onClick={() => setLimit(MOST)}>
          {base('load_more')}
        </Button>
      )}
    </Card>
  );
}
