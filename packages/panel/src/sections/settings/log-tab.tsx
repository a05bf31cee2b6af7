import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useFilters } from '../../shell/filters.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import styles from './settings.module.css';
import { useText } from './text.ts';

type Entry = Schemas['AuditEntryResponse'];

const KINDS = [
  'rule',
  'synonym',
  'suggestion',
  'run',
  'settings',
  'key',
  'connector',
  'item',
  'source',
  'member',
  'privacy',
] as const satisfies readonly Entry['kind'][];
type Kind = (typeof KINDS)[number];
const PAGE = 50;
const DEFAULTS = { kind: '', actor: '', page: '1' };
const ALLOWED = { kind: KINDS } as const;

export function LogTab() {
  const t = useText();
  const { slug } = useMember();
  const [{ kind, actor, page }, change] = useFilters(DEFAULTS, ALLOWED);
  const number = Math.max(1, Math.floor(Number(page)) || 1);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(slug, 'audit', kind, actor, number),
    queryFn: ({ signal }) => {
      const filters = { ...(kind && { kind: kind as Kind }), ...(actor && { actor }) };
      const query = { ...filters, limit: PAGE, offset: (number - 1) * PAGE };
      return read(api.GET('/v1/{tenant}/audit', { params: { path: { tenant: slug }, query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
  const kinds = [{ value: '', label: t('all_kinds') }, ...KINDS.map((value) => ({ value, label: t(`of_${value}`) }))];
  return (
    <Card
      flush
      title={t('tab_log')}
      tools={
        <>
          <Select
            hideLabel
            label={t('kind')}
            value={kind}
            options={kinds}
            onChange={(value) => change({ kind: value, page: '1' })}
          />
          <TextField
            hideLabel
            label={t('actor')}
            placeholder={t('actor')}
            defaultValue={actor}
            onBlur={(event) => change({ actor: event.currentTarget.value.trim(), page: '1' })}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
        </>
      }
    >
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && data.rows.length === 0 && <Empty title={t('log_empty')}>{t('log_empty_hint')}</Empty>}
      {data && data.rows.length > 0 && <Entries rows={data.rows} />}
      {data && data.total > PAGE && (
        <div className={`${styles.actions} ${styles.inset}`}>
          <Button disabled={number === 1} onClick={() => change({ page: String(number - 1) })}>
            {t('newer')}
          </Button>
          <Button disabled={number * PAGE >= data.total} onClick={() => change({ page: String(number + 1) })}>
            {t('older')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Entries({ rows }: { rows: readonly Entry[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <DataTable
      caption={t('tab_log')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'at', header: t('when'), cell: ({ at }) => format.dateTime(at) },
        { key: 'actor', header: t('actor'), cell: ({ actor }) => <bdi>{actor}</bdi> },
        {
          key: 'what',
          header: t('what'),
          cell: ({ kind, action }) => (
            <>
              {t(`of_${kind}`)} · <code>{action}</code>
            </>
          ),
        },
        {
          key: 'subject',
          header: t('subject'),
          cell: ({ kind, subject }) => <bdi>{kind === 'run' ? format.dateTime(subject) : subject}</bdi>,
        },
        { key: 'changes', header: t('changes'), cell: ({ changes }) => <Changes changes={changes} /> },
      ]}
    />
  );
}

const textOfValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

/** What each field was and became, as text: it is whatever somebody typed. */
function Changes({ changes }: { changes: Entry['changes'] }) {
  return (
    <ul className={styles.changes}>
      {Object.entries(changes).map(([field, change]) => {
        const { from, to } = change as { from?: unknown; to?: unknown };
        // Something new that leaves this out.
        if (from === undefined && to === null) return null;
        const words = [from, to].filter((value) => value !== undefined).map(textOfValue);
        return (
          <li key={field} title={words.join(' → ')}>
            <code>{field}</code> <bdi>{words.join(' → ')}</bdi>
          </li>
        );
      })}
    </ul>
  );
}
