import { CsvButton } from '../../components/csv-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Explain } from '../../components/explain.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMember } from '../../shell/member.ts';
import type { Scope } from './filters.ts';
import { useConversions } from './metrics.ts';
import { useText } from './text.ts';
import styles from './overview.module.css';

const RULES = ['query_id', 'click', 'search', 'none'] as const;
/** As many as one answer lists; the card says that it is about these. */
const NEWEST = 100;

/** To which search each of the newest purchases is owed, counted by the rule that decided. */
export function AttributionCard({ scope }: { scope: Scope }) {
  const t = useText();
  const format = useFormat();
  const { slug } = useMember();
  const { data, error, refetch } = useConversions(scope, NEWEST);
  const count = data?.rows.length ?? 0;
  const rows = RULES.map((rule) => ({
    rule,
    count: data?.rows.filter(({ attribution }) => attribution === rule).length ?? 0,
  }));
  return (
    <Card
      flush
      title={
        <>
          {t('attribution')}{' '}
          <Explain label={t('explain', { figure: t('attribution') })}>{t('explain_attribution')}</Explain>
        </>
      }
      tools={
        <CsvButton
          path={`/v1/${slug}/metrics/conversions`}
          query={{ ...scope, limit: NEWEST }}
          fileName={`${slug}-conversions.csv`}
        />
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && count === 0 && <Empty title={t('attribution_none')} />}
      {data && count > 0 && (
        <>
          <DataTable
            caption={t('attribution')}
            rows={rows}
            rowKey={({ rule }) => rule}
            columns={[
              { key: 'rule', header: t('rule'), cell: ({ rule }) => t(`rule_${rule}`) },
              { key: 'count', header: t('conversions'), numeric: true, cell: (row) => format.number(row.count) },
              { key: 'share', header: t('share'), numeric: true, cell: (row) => format.percent(row.count / count) },
            ]}
          />
          {data.total > count && <p className={styles.note}>{t('attribution_newest', { count, total: data.total })}</p>}
        </>
      )}
    </Card>
  );
}
