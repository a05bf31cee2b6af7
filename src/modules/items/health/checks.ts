/** Documents that are looked at, the first by id: reading one takes some 10 µs. */
export const MOST_CHECKED = 100_000;
const LONG_TITLE = 150;

/** When a document is found by each check, in terms of `docs`. What sells is a product: a page needs no price. */
const FOUND_WHEN = {
  missing_image: 'product and image is null',
  missing_price: 'product and price is null',
  missing_currency: 'price is not null and currency is null',
  zero_price: 'price = 0',
  missing_category: 'product and (categories is null or json_array_length(categories) = 0)',
  missing_brand: 'product and brand is null',
  missing_description: 'product and description is null',
  long_title: `length(title) > ${LONG_TITLE}`,
  duplicate_title: 'same_title > 1',
  duplicate_gtin: 'gtin is not null and same_gtin > 1',
  out_of_stock: 'stock <= 0',
} as const;

export type HealthCheck = keyof typeof FOUND_WHEN;
export const HEALTH_CHECKS = Object.keys(FOUND_WHEN) as HealthCheck[];

export const foundWhen = (check: HealthCheck): string => FOUND_WHEN[check];

/** A common table expression of a tenant's documents; $1 is the tenant. */
export const DOCS = `
  docs as (
    select i.id, i.source, i.doc_type = 'product' as product, d.*,
           count(*) over (partition by i.doc_type, lower(d.title), coalesce(d.brand, '')) as same_title,
           count(d.gtin) over (partition by d.gtin) as same_gtin
    from (select id, source, doc_type, document from items where tenant_id = $1 and document is not null
          order by id limit ${MOST_CHECKED}) i
    cross join lateral json_to_record(i.document) as d(title text, image text, price numeric, currency text,
      categories json, brand text, description text, stock numeric, sku text, gtin text))`;
