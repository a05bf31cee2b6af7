import { useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import styles from './catalogue.module.css';
import { useText } from './text.ts';

type Finding = Schemas['HealthFindingResponse'];

export function HealthTab() {
  const t = useText();
  const format = useFormat();
  const { slug } = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(slug, 'catalog-health'),
    queryFn: ({ signal }) =>
      read(api.GET('/v1/{tenant}/catalog/health', { params: { path: { tenant: slug } }, signal })),
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton tall rows={2} />;
  if (data.items === 0) {
    return (
      <Empty icon="catalogue" title={t('no_items')}>
        {t('no_items_hint')}
      </Empty>
    );
  }
  const found = data.findings.filter(({ items }) => items > 0).sort((a, b) => b.items - a.items);
  return (
    <Card flush title={t('health_of', { count: data.items })}>
      <p className={`${styles.muted} ${styles.inset}`}>
        {t('health_checked', { checked: data.checked, time: format.dateTime(data.checked_at) })}
      </p>
      {found.length === 0 ? (
        <Empty title={t('healthy')}>{t('healthy_hint')}</Empty>
      ) : (
        <Findings rows={found} checked={data.checked} />
      )}
    </Card>
  );
}

function Findings({ rows, checked }: { rows: readonly Finding[]; checked: number }) {
  const t = useText();
  const format = useFormat();
  return (
    <DataTable
      caption={t('tab_health')}
      rows={rows}
      rowKey={({ check }) => check}
      columns={[
        { key: 'check', header: t('finding'), cell: ({ check }) => t(`check_${check}`) },
        { key: 'why', header: t('why'), cell: ({ check }) => t(`why_${check}`) },
        {
          key: 'items',
          header: t('items'),
          numeric: true,
          cell: ({ items }) => (
            <>
              {format.number(items)} <Badge>{format.percent(items / checked)}</Badge>
            </>
          ),
        },
        {
          key: 'samples',
          header: t('samples'),
          cell: ({ samples }) => (
            <ul className={styles.samples}>
              {samples.map(({ id, title }) => (
                <li key={id}>
                  <bdi>{title}</bdi> <code>{id}</code>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
