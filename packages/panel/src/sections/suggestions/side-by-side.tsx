import { useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import type { Suggestion } from './suggestions.ts';
import { useText } from './text.ts';
import styles from './detail.module.css';

const HITS = 5;

/** What shoppers find for the words that failed, now and with the suggestion in force. */
export function SideBySide({ id, failed, status }: Pick<Suggestion, 'id' | 'failed' | 'status'>) {
  const t = useText();
  const { slug: tenant } = useMember();
  const { data, error, refetch } = useQuery({
    // Another status may mean another answer.
    queryKey: keyOf(tenant, 'suggestions', 'preview', id, status),
    queryFn: ({ signal }) =>
      read(
        api.POST('/v1/{tenant}/search/preview', {
          params: { path: { tenant } },
          body: { q: failed, per_page: HITS, suggestion_id: id },
          signal,
        }),
      ),
  });
  return (
    <section className={styles.part}>
      <h3>{t.rich('side_by_side', { query: <bdi>{failed}</bdi> })}</h3>
      {error && !data && <Failure small error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={4} />}
      {data && (
        <div className={styles.sides}>
          <Results title={t('now')} found={data.before} />
          <Results title={t('with_it')} found={data.after} />
        </div>
      )}
    </section>
  );
}

function Results({ title, found }: { title: string; found: Schemas['SearchResponse'] }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={styles.side}>
      <p className={styles.sideTitle}>{title}</p>
      <p className={styles.total}>
        {found.hits.length === 0 ? t('finds_nothing') : t('finds', { count: found.total })}
        {found.corrected_query && (
          <>
            {' '}
            {t('understood_as')} <bdi>{found.corrected_query}</bdi>
          </>
        )}
      </p>
      <ol className={styles.hits}>
        {found.hits.map((hit) => (
          <li key={hit.id}>
            <bdi>{hit.title}</bdi>
            {hit.price !== undefined && hit.currency && <span>{format.money(hit.price, hit.currency)}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
