import { ChartFrame } from '../../components/chart-frame.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { LineChart, type Point } from '../../components/line-chart.tsx';
import { Card } from '../../components/page.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useMember } from '../../shell/member.ts';
import { formatFigure } from './figures.tsx';
import type { Figure, Scope } from './filters.ts';
import { useTimeseries } from './metrics.ts';
import { periodBefore } from '../../shell/period.ts';
import { useText } from './text.ts';

/** The chosen figure over the period, with the period before under it, place by place. */
export function FigureChart({ figure, scope, currency }: { figure: Figure; scope: Scope; currency: string }) {
  const t = useText();
  const format = useFormat();
  const { slug } = useMember();
  const now = useTimeseries(figure, scope);
  const before = useTimeseries(figure, { ...scope, ...periodBefore(scope) });
  if (now.error && !now.data) {
    return (
      <Card>
        <Failure error={now.error} retry={() => void now.refetch()} />
      </Card>
    );
  }
  if (!now.data) {
    return (
      <Card>
        <Skeleton tall rows={2} />
      </Card>
    );
  }
  // Revenue comes with a row for each currency: the one in which most is sold is drawn.
  const ofCurrency = (rows: readonly (Point & { currency?: string })[]): Point[] =>
    figure === 'revenue' ? rows.filter((row) => row.currency === currency) : [...rows];
  const points = ofCurrency(now.data.rows);
  const earlier = ofCurrency(before.data?.rows ?? []);
  const formatValue = (value: number): string => formatFigure(figure, value, format, currency);
  const formatAt = now.data.interval === 'hour' ? format.hour : format.shortDate;
  const shown = (value: number | null | undefined): string =>
    value === null || value === undefined ? '–' : formatValue(value);
  const title = figure === 'revenue' && currency ? `${t(figure)} (${currency})` : t(figure);
  const csv = { ...scope, metric: figure, interval: now.data.interval };

  return (
    <Card>
      <ChartFrame
        title={title}
        tools={<CsvButton path={`/v1/${slug}/metrics/timeseries`} query={csv} fileName={`${slug}-${figure}.csv`} />}
        table={
          <DataTable
            caption={title}
            rows={points.map((point, at) => ({ ...point, before: earlier[at]?.value }))}
            rowKey={({ at }) => at}
            columns={[
              { key: 'at', header: t('time'), cell: ({ at }) => formatAt(at) },
              { key: 'value', header: t('this_period'), numeric: true, cell: ({ value }) => shown(value) },
              { key: 'before', header: t('before'), numeric: true, cell: ({ before: value }) => shown(value) },
            ]}
          />
        }
      >
        {points.length > 0 ? (
          <LineChart
            label={t('chart_label', { figure: title })}
            formatValue={formatValue}
            formatAt={formatAt}
            series={[
              { label: t('this_period'), points },
              ...(earlier.length > 0
                ? [
                    {
                      label: t('before'),
                      points: points.map((_, at) => earlier[at] ?? { at: '', value: null }),
                      faint: true,
                    },
                  ]
                : []),
            ]}
          />
        ) : (
          <p>{t('nothing_yet')}</p>
        )}
      </ChartFrame>
    </Card>
  );
}
