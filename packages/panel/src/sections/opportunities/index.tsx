import { Button } from '../../components/button.tsx';
import { Select } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Failure, LookOnly, Skeleton } from '../../components/states.tsx';
import { useBaseText } from '../../i18n/base.ts';
import { useMember } from '../../shell/member.ts';
import { COUNTS, PERIODS, useOpportunities, useOpportunityFilters } from './opportunities.ts';
import { OpportunityCard } from './opportunity-card.tsx';
import { useText } from './text.ts';
import styles from './opportunities.module.css';

/** Words that found nothing, grouped, with the cause, what they may be worth and what to do about them. */
export default function OpportunitiesPage() {
  const t = useText();
  const base = useBaseText();
  const { mayEdit } = useMember();
  const [filters, change] = useOpportunityFilters();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useOpportunities(filters);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const first = data?.pages[0];
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      tools={
        <>
          <Select
            label={t('period')}
            value={filters.days}
            options={PERIODS.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
            onChange={(days) => change({ days })}
          />
          <Select
            label={t('at_least')}
            value={filters.min}
            options={COUNTS.map((value) => ({ value, label: t('times', { count: Number(value) }) }))}
            onChange={(min) => change({ min })}
          />
        </>
      }
    >
      {!mayEdit && <LookOnly />}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton tall rows={4} />}
      {first && (
        <p role="status" className={styles.count}>
          {t('count', { count: first.total })}
          {first.resolved_since > 0 && ` ${t('resolved', { count: first.resolved_since })}`}
        </p>
      )}
      {first && rows.length === 0 && <Empty title={t('none')}>{t('none_hint')}</Empty>}
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.normalized_query}>
            <OpportunityCard row={row} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {base('load_more')}
        </Button>
      )}
    </Page>
  );
}
