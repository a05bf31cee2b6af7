import type { ReactNode } from 'react';
import { Select, TextField } from '../../components/field.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTyped } from '../../shell/settled.ts';
import { CONFIDENCES, SORTS, STATUSES, type SuggestionFilters } from './filters.ts';
import { useText } from './text.ts';
import styles from './review.module.css';

interface ReviewFiltersProps {
  filters: SuggestionFilters;
  change(patch: Partial<SuggestionFilters>): void;
  total: number | null;
  help: ReactNode;
}

export function ReviewFilters({ filters, change, total, help }: ReviewFiltersProps) {
  const t = useText();
  const format = useFormat();
  const [typed, setTyped] = useTyped(filters.q, (q) => change({ q }));
  return (
    <div className={styles.filters}>
      <TextField
        hideLabel
        label={t('filter_words')}
        placeholder={t('filter_words')}
        type="search"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Select
        hideLabel
        label={t('status')}
        value={filters.status}
        options={STATUSES.map((value) => ({ value, label: t(`status_${value}`) }))}
        onChange={(status) => change({ status })}
      />
      <Select
        hideLabel
        label={t('confidence')}
        value={filters.min}
        options={CONFIDENCES.map((value) => ({
          value,
          label: value ? t('confidence_from', { share: format.percent(Number(value)) }) : t('confidence_any'),
        }))}
        onChange={(min) => change({ min })}
      />
      <Select
        hideLabel
        label={t('sort')}
        value={filters.sort}
        options={SORTS.map((value) => ({ value, label: t(`sort_${value}`) }))}
        onChange={(sort) => change({ sort })}
      />
      <div className={styles.count}>
        <p role="status">{total === null ? '' : t('count', { count: total })}</p>
        {help}
      </div>
    </div>
  );
}
