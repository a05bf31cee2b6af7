import { CsvButton } from '../../components/csv-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Explain } from '../../components/explain.tsx';
import { Card } from '../../components/page.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMember } from '../../shell/member.ts';
import type { Scope } from './filters.ts';
import type { Overview } from './metrics.ts';
import { useText } from './text.ts';

/** As many purchases as one file lists. */
const NEWEST = 100;

/** To which search the purchases of the period are owed, counted by the rule that decided. */
export function AttributionCard({ overview, scope }: { overview: Overview; scope: Scope }) {
  const t = useText();
  const format = useFormat();
  const { slug } = useMember();
  const { attribution, conversions } = overview;
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
      {conversions === 0 ? (
        <Empty title={t('attribution_none')} />
      ) : (
        <DataTable
          caption={t('attribution')}
          rows={attribution}
          rowKey={({ rule }) => rule}
          columns={[
            { key: 'rule', header: t('rule'), cell: ({ rule }) => t(`rule_${rule}`) },
            { key: 'count', header: t('conversions'), numeric: true, cell: (row) => format.number(row.conversions) },
            {
              key: 'share',
              header: t('share'),
              numeric: true,
              cell: (row) => format.percent(row.conversions / conversions),
            },
          ]}
        />
      )}
    </Card>
  );
}
