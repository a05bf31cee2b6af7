import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../../api/client.ts';
import { Badge } from '../../../components/badge.tsx';
import { TextField } from '../../../components/field.tsx';
import { Card } from '../../../components/page.tsx';
import { Failure, Skeleton } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import { useSettled } from '../../../shell/settled.ts';
import styles from '../catalogue.module.css';
import { useText } from '../text.ts';
import type { Draft } from './wizard.tsx';

/** What a document may have; the first three it must. */
const FIELDS = ['id', 'title', 'url', 'image', 'price', 'currency', 'brand', 'categories', 'description', 'stock'];
/** Milliseconds after the last key: each look asks the shop. */
const REST_MS = 700;

export function MappingCard({ draft, onChange }: { draft: Draft; onChange(draft: Draft): void }) {
  const t = useText();
  const mapping = (draft.mapping ?? {}) as Record<string, string>;
  const names = [...new Set([...FIELDS, ...Object.keys(mapping)])];
  const change = (name: string, path: string): void => {
    const next = { ...mapping, [name]: path.trim() };
    if (next[name] === '') delete next[name];
    onChange({ ...draft, mapping: next });
  };
  return (
    <Card title={t('step_mapping')}>
      <div className={styles.stack}>
        <p className={styles.muted}>{t('mapping_hint')}</p>
        <div className={styles.row}>
          {names.map((name) => (
            <TextField
              key={name}
              label={name}
              defaultValue={mapping[name] ?? ''}
              spellCheck={false}
              onBlur={(event) => change(name, event.currentTarget.value)}
            />
          ))}
        </div>
        <Samples draft={useSettled(draft, REST_MS)} />
      </div>
    </Card>
  );
}

/** The first page of the shop as it would come in, without anything being stored. */
function Samples({ draft }: { draft: Draft }) {
  const t = useText();
  const { slug } = useMember();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: keyOf(slug, 'connector-test', draft),
    queryFn: ({ signal }) =>
      read(api.POST('/v1/{tenant}/connectors/test', { params: { path: { tenant: slug } }, body: draft, signal })),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // The credentials of the draft are part of the key.
    gcTime: 0,
    retry: false,
  });
  if (error) return <Failure small error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  return (
    <div className={styles.stack} aria-busy={isFetching}>
      <p role="status">
        <Badge tone={data.ok ? 'good' : 'warn'}>
          {t('page_read', { valid: data.page?.valid ?? 0, items: data.page?.items ?? 0 })}
        </Badge>
      </p>
      <Coverage rows={data.coverage} />
      {data.errors.map(({ message, path, item_id }, at) => (
        <p key={at} className={styles.muted}>
          <code>{[item_id, path].filter(Boolean).join(' ')}</code> <bdi>{message}</bdi>
        </p>
      ))}
      {data.samples.slice(0, 3).map(({ document, error: fault }, at) => (
        <pre key={at} className={styles.sample} tabIndex={0} aria-label={t('sample', { number: at + 1 })}>
          {JSON.stringify(document, null, 2)}
          {fault && `\n${fault.message}`}
        </pre>
      ))}
    </div>
  );
}

function Coverage({ rows }: { rows: readonly Schemas['CoverageResponse'][] }) {
  const format = useFormat();
  return (
    <div className={styles.badges}>
      {rows.map(({ field, share }) => (
        <Badge key={field} tone={share === 1 ? 'good' : share === 0 ? 'bad' : 'warn'}>
          {field} {format.percent(share)}
        </Badge>
      ))}
    </div>
  );
}
