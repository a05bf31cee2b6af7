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
import { QUERY_KINDS, type Scope } from './filters.ts';
import { useQueries } from './metrics.ts';
import { useText } from './text.ts';

type Row = Schemas['QueryRow'];
type Kind = (typeof QUERY_KINDS)[number];

const FEW = 10;
const MOST = 100;

interface QueriesCardProps {
  kind: Kind;
  scope: Scope;
  onKind(kind: string): void;
}

export function QueriesCard({ kind, scope, onKind }: QueriesCardProps) {
  const t = useText();
  const base = useBaseText();
  const format = useFormat();
  const { slug } = useMember();
  const [limit, setLimit] = useState(FEW);
  const { data, error, refetch } = useQueries(kind, scope, limit);
  const share = (value: number | null): string => (value === null ? '–' : format.percent(value));
  const columns: Column<Row>[] = [
    { key: 'query', header: t('query'), cell: ({ query }) => <bdi>{query}</bdi> },
    { key: 'searches', header: t('searches'), numeric: true, cell: (row) => format.number(row.searches) },
    { key: 'no_results', header: t('without_results'), numeric: true, cell: (row) => format.number(row.no_results) },
    { key: 'no_clicks', header: t('without_click'), numeric: true, cell: (row) => format.number(row.no_clicks) },
    { key: 'ctr', header: t('ctr'), numeric: true, cell: (row) => share(row.ctr) },
    { key: 'conversions', header: t('conversions'), numeric: true, cell: (row) => format.number(row.conversions) },
  ];
  return (
    <Card
      flush
      title={t('queries')}
      tools={
        <>
          <Select
            hideLabel
            label={t('queries')}
            value={kind}
            options={QUERY_KINDS.map((value) => ({ value, label: t(`queries_${value}`) }))}
            onChange={onKind}
          />
          <CsvButton
            path={`/v1/${slug}/metrics/queries`}
            query={{ ...scope, kind, limit: MOST }}
            fileName={`${slug}-queries-${kind}.csv`}
          />
        </>
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && data.rows.length === 0 && <Empty title={t(`queries_none_${kind}`)} />}
      {data && data.rows.length > 0 && (
        <DataTable
          caption={t(`queries_${kind}`)}
          columns={columns}
          rows={data.rows}
          rowKey={(row) => row.normalized_query}
        />
      )}
      {data && data.total > data.rows.length && limit < MOST && (
        <Button kind="quiet" onClick={() => setLimit(MOST)}>
          {base('load_more')}
        </Button>
      )}
    </Card>
  );
}
