import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Select, TextField } from '../../components/field.tsx';
import { Card } from '../../components/page.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useFilters } from '../../shell/filters.ts';
import { keyOf, useMember } from '../../shell/member.ts';
import styles from './catalogue.module.css';
import { useText } from './text.ts';

type Item = Schemas['ItemResponse'];

const PAGE = 20;
const LONG_TITLE = 150;
const LONGEST_WORDS = 512;
const CHECKS = [
  'missing_image',
  'missing_price',
  'missing_currency',
  'zero_price',
  'missing_category',
  'missing_brand',
  'missing_description',
  'long_title',
  'duplicate_title',
  'duplicate_gtin',
  'out_of_stock',
] as const satisfies readonly Schemas['HealthFindingResponse']['check'][];
const ONLY = ['', 'in_stock', ...CHECKS] as const;
const DEFAULTS = { q: '', source: '', only: '', page: '1' };
const ALLOWED = { only: ONLY } as const;

export function ItemsTab() {
  const t = useText();
  const { slug } = useMember();
  const [{ q, source, only, page }, change] = useFilters(DEFAULTS, ALLOWED);
  const number = Math.max(1, Math.floor(Number(page)) || 1);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(slug, 'items', q, source, only, number),
    queryFn: ({ signal }) => {
      const init = { params: { path: { tenant: slug } }, signal };
      const query = { ...(source && { source }), limit: PAGE, offset: (number - 1) * PAGE };
      // The plain list is by an index and has no end.
      if (!q && !only) return read(api.GET('/v1/{tenant}/items', { ...init, params: { ...init.params, query } }));
      const check = CHECKS.find((one) => one === only);
      const filters = {
        ...query,
        ...(q && { q }),
        ...(check && { check }),
        ...(only === 'in_stock' && { in_stock: true }),
      };
      return read(api.GET('/v1/{tenant}/catalog/items', { ...init, params: { ...init.params, query: filters } }));
    },
    placeholderData: keepPreviousData,
  });
  const labelOf = (value: (typeof ONLY)[number]): string => {
    if (value === '') return t('all_items');
    return value === 'in_stock' ? t('in_stock') : t(`check_${value}`);
  };
  const filtered = q !== '' || source !== '' || only !== '';
  return (
    <Card
      flush
      title={data ? t('items_of', { count: data.total }) : t('tab_items')}
      tools={
        <>
          <Words label={t('words')} value={q} onChange={(value) => change({ q: value, page: '1' })} />
          <Words label={t('source')} value={source} onChange={(value) => change({ source: value, page: '1' })} />
          <Select
            hideLabel
            label={t('only')}
            value={only}
            options={ONLY.map((value) => ({ value, label: labelOf(value) }))}
            onChange={(value) => change({ only: value, page: '1' })}
          />
        </>
      }
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton />}
      {data && data.rows.length === 0 && (
        <Empty icon="catalogue" title={t(filtered ? 'no_such_items' : 'no_items')}>
          {t(filtered ? 'no_such_items_hint' : 'no_items_hint')}
        </Empty>
      )}
      {data && data.rows.length > 0 && <Items rows={data.rows} />}
      {data && data.total > PAGE && (
        <div className={`${styles.actions} ${styles.inset}`}>
          <Button disabled={number === 1} onClick={() => change({ page: String(number - 1) })}>
            {t('before')}
          </Button>
          <Button disabled={number * PAGE >= data.total} onClick={() => change({ page: String(number + 1) })}>
            {t('after')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** Asked for when the field is left, or by Enter. */
function Words({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  return (
    <TextField
      hideLabel
      label={label}
      placeholder={label}
      maxLength={LONGEST_WORDS}
      defaultValue={value}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim();
        if (typed !== value) onChange(typed);
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

/** What a shopper misses. A page or an article sells nothing. */
function oddities(item: Item) {
  const product = item.docType === 'product';
  const all = {
    missing_image: product && !item.image,
    missing_price: product && item.price === undefined,
    zero_price: item.price === 0,
    missing_category: product && !item.categories?.length,
    long_title: item.title.length > LONG_TITLE,
    out_of_stock: item.stock !== undefined && item.stock <= 0,
  };
  return (Object.keys(all) as (keyof typeof all)[]).filter((name) => all[name]);
}

function Items({ rows }: { rows: readonly Item[] }) {
  const t = useText();
  const format = useFormat();
  const priceOf = ({ price, currency }: Item): string => {
    if (price === undefined) return '–';
    return currency ? format.money(price, currency) : format.number(price, 2);
  };
  return (
    <DataTable
      caption={t('tab_items')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'title', header: t('item'), cell: ({ title }) => <bdi>{title}</bdi> },
        { key: 'id', header: t('id'), cell: ({ id }) => <code>{id}</code> },
        { key: 'source', header: t('source'), cell: ({ source }) => <bdi>{source}</bdi> },
        { key: 'price', header: t('price'), numeric: true, cell: priceOf },
        { key: 'changed', header: t('changed'), cell: ({ indexed_at }) => format.dateTime(indexed_at) },
        {
          key: 'odd',
          header: t('odd'),
          cell: (item) => (
            <span className={styles.badges}>
              {oddities(item).map((name) => (
                <Badge key={name} tone="warn">
                  {t(`check_${name}`)}
                </Badge>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}
