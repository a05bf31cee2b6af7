import { Page } from '../../components/page.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { AttributionCard } from './attribution-card.tsx';
import { FigureChart } from './figure-chart.tsx';
import { Figures } from './figures.tsx';
import { CHANNELS, PERIODS, useOverviewFilters, type Figure, type ITEM_ORDERS, type QUERY_KINDS } from './filters.ts';
import { FirstSteps } from './first-steps.tsx';
import { LiveCard } from './live-card.tsx';
import { ItemsCard } from './items-card.tsx';
import { isEmpty, useOverview, type Overview } from './metrics.ts';
import { QueriesCard } from './queries-card.tsx';
import { useText } from './text.ts';
import styles from './overview.module.css';

export default function OverviewPage() {
  const t = useText();
  const format = useFormat();
  const { filters, change, scope } = useOverviewFilters();
  const { data: overview, error, refetch } = useOverview(scope);
  const days = { from: format.date(scope.from), to: format.date(scope.to) };
  const periods = [...PERIODS, 'custom'].map((value) => ({ value, label: t(`period_${value}` as 'period_7') }));
  return (
    <Page
      title={t('title')}
      lead={overview?.as_of ? t('lead_as_of', { ...days, time: format.hour(overview.as_of) }) : t('lead', days)}
      tools={
        <>
          <Select
            label={t('period')}
            value={filters.days}
            options={periods}
            onChange={(value) =>
              change(
                value === 'custom'
                  ? { days: value, from: scope.from, to: scope.to }
                  : { days: value, from: '', to: '' },
              )
            }
          />
          {filters.days === 'custom' && (
            <>
              <TextField
                label={t('from')}
                type="date"
                value={filters.from}
                max={filters.to}
                onChange={({ target }) => change({ from: target.value })}
              />
              <TextField
                label={t('to')}
                type="date"
                value={filters.to}
                min={filters.from}
                onChange={({ target }) => change({ to: target.value })}
              />
            </>
          )}
          <Select
            label={t('channel')}
            value={filters.channel}
            options={['', ...CHANNELS].map((value) => ({ value, label: t(`channel_${value}` as 'channel_') }))}
            onChange={(channel) => change({ channel })}
          />
        </>
      }
    >
      {error && !overview && <Failure error={error} retry={() => void refetch()} />}
      {!error && !overview && <Skeleton tall rows={3} />}
      {overview && isEmpty(overview) && (
        <>
          <FirstSteps />
          <LiveCard />
        </>
      )}
      {overview && !isEmpty(overview) && (
        <>
          <Figures overview={overview} selected={filters.figure} onSelect={(figure) => change({ figure })} />
          <FigureChart figure={filters.figure as Figure} scope={scope} currency={mainCurrency(overview)} />
          <QueriesCard
            key={filters.queries}
            kind={filters.queries as (typeof QUERY_KINDS)[number]}
            scope={scope}
            onKind={(queries) => change({ queries })}
          />
          <div className={styles.pair}>
            <ItemsCard
              key={filters.items}
              by={filters.items as (typeof ITEM_ORDERS)[number]}
              scope={scope}
              onOrder={(items) => change({ items })}
            />
            <div className={styles.column}>
              <AttributionCard overview={overview} scope={scope} />
              <LiveCard />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

/** The currency of most purchases. */
function mainCurrency({ revenue }: Overview): string {
  return revenue.toSorted((a, b) => b.conversions - a.conversions)[0]?.currency ?? '';
}
