import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useText } from './text.ts';
import styles from './detail.module.css';

const HITS = 5;

/** What shoppers find now for the words that failed, beside what the suggested words find. */
export function SideBySide({ failed, suggested }: { failed: string; suggested: string }) {
  const t = useText();
  return (
    <section className={styles.part}>
      <h3>{t('side_by_side')}</h3>
      <div className={styles.sides}>
        <Results title={t('now_for')} query={failed} />
        <Results title={t('found_for')} query={suggested} />
      </div>
    </section>
  );
}

function Results({ title, query }: { title: string; query: string }) {
  const t = useText();
  const format = useFormat();
  const { slug: tenant } = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(tenant, 'suggestions', 'search', query),
    queryFn: ({ signal }) =>
      read(
        api.POST('/v1/{tenant}/search', { params: { path: { tenant } }, body: { q: query, per_page: HITS }, signal }),
      ),
  });
  return (
    <div className={styles.side}>
      <p className={styles.sideTitle}>
        {title} <bdi>{query}</bdi>
      </p>
      {error && !data && <Failure small error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={3} />}
      {data && (
        <>
          <p className={styles.total}>
            {data.hits.length === 0 ? t('finds_nothing') : t('finds', { count: data.total })}
            {data.corrected_query && (
              <>
                {' '}
                {t('understood_as')} <bdi>{data.corrected_query}</bdi>
              </>
            )}
          </p>
          <ol className={styles.hits}>
            {data.hits.map((hit) => (
              <li key={hit.id}>
                <bdi>{hit.title}</bdi>
                {hit.price !== undefined && hit.currency && <span>{format.money(hit.price, hit.currency)}</span>}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
