import { useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { Card } from '../../components/page.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import { useText } from './text.ts';
import styles from './overview.module.css';

type Event = Schemas['RecentEventResponse'];

const LOOK_MS = 4_000;
const SHOWN = 12;

/** What is happening in the shop, without who does it. */
export function LiveCard() {
  const t = useText();
  const { slug: tenant } = useMember();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(tenant, 'recent'),
    queryFn: ({ signal }) => read(api.GET('/v1/{tenant}/tracking/recent', { params: { path: { tenant } }, signal })),
    refetchInterval: LOOK_MS,
  });
  return (
    <Card title={t('live')}>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && data.rows.length === 0 && (
        <p className={styles.waiting}>
          <span className={styles.pulse} />
          {t('live_none')}
        </p>
      )}
      {data && data.rows.length > 0 && (
        <ol className={styles.live}>
          {data.rows.slice(0, SHOWN).map((event, at) => (
            // Events have no id here, on purpose: nobody is to be followed.
            <Line key={`${event.at}${event.kind}${at}`} event={event} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Line({ event }: { event: Event }) {
  const t = useText();
  const format = useFormat();
  const query = <bdi>{event.query ?? t('live_hidden')}</bdi>;
  return (
    <li>
      <time dateTime={event.at}>{format.hour(event.at)}</time>
      <span>
        {event.kind === 'search' && t.rich('live_search', { query, count: event.results_count ?? 0 })}
        {event.kind === 'click' && t.rich('live_click', { query, position: event.position ?? '–' })}
        {event.kind === 'conversion' &&
          t.rich('live_conversion', {
            query,
            money: event.revenue && event.currency ? format.money(Number(event.revenue), event.currency) : '–',
          })}
      </span>
    </li>
  );
}
