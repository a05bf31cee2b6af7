import type { Schemas } from '../../api/client.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/page.tsx';
import { Empty } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useText } from './text.ts';
import styles from './preview.module.css';

/** What the draft does to what is asked most: nobody should learn that from shoppers. */
export function FrequentCard({ frequent }: { frequent: Schemas['FrequentResponse'] }) {
  const t = useText();
  const format = useFormat();
  const { queries, searches, changed, changed_searches, complete, rows } = frequent;
  return (
    <Card title={t('frequent')}>
      <p className={styles.hint}>
        {t('frequent_count', { changed: format.number(changed), count: queries })}{' '}
        {searches > 0 && t('frequent_share', { share: format.percent(changed_searches / searches) })}
        {!complete && ` ${t('frequent_incomplete')}`}
      </p>
      {rows.length === 0 ? (
        <Empty title={t('frequent_none')}>{t('frequent_none_hint')}</Empty>
      ) : (
        <DataTable
          caption={t('frequent')}
          rows={rows}
          rowKey={({ query }) => query}
          columns={[
            { key: 'query', header: t('frequent_query'), cell: ({ query }) => <bdi>{query}</bdi>, rowHeader: true },
            {
              key: 'searches',
              header: t('frequent_searches'),
              cell: (row) => format.number(row.searches),
              numeric: true,
            },
            {
              key: 'found',
              header: t('frequent_found'),
              cell: (row) => `${format.number(row.total_before)} → ${format.number(row.total_after)}`,
              numeric: true,
            },
            {
              key: 'moved',
              header: t('frequent_moved'),
              cell: (row) => (row.redirect_changed ? t('frequent_redirect') : format.number(row.moved)),
              numeric: true,
            },
          ]}
        />
      )}
    </Card>
  );
}
