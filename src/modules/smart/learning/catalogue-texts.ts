import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';
import type { ItemText } from './vocabulary.ts';

/** Beyond these a catalogue's words hardly change. */
const MAX_ITEMS = 200_000;
const FETCH = 500;

interface Row {
  id: string;
  title: string;
  brand: string | null;
  categories: unknown;
  tags: unknown;
  attributes: unknown;
}

const PAGE = `
  select id, d.title, d.brand, d.categories, d.tags, d.attributes
  from items, json_to_record(document) as d (title text, brand text, categories json, tags json,
    attributes json)
  where tenant_id = $1 and document is not null and id > $2 order by id limit ${FETCH}`;

/** The texts of a tenant's items by which a shop names things, in pages of short transactions. */
@Injectable()
export class CatalogueTexts {
  constructor(private readonly database: Database) {}

  async *of(tenant: TenantContext): AsyncIterable<ItemText> {
    let after = '';
    for (let read = 0; read < MAX_ITEMS; read += FETCH) {
      const from = after;
      const rows = await this.database.tenant(tenant, (tx) =>
        tx.query<Row>(PAGE, [tenant.tenantId, from], { prepared: true }),
      );
      for (const { title, brand, categories, tags, attributes } of rows) {
        const values = [...choicesOf(attributes), ...siblingsOf(categories)];
        yield { title, brand, labels: [...textsOf(categories), ...textsOf(tags)], values };
      }
      const last = rows.at(-1);
      if (!last || rows.length < FETCH) return;
      after = last.id;
      await nextTurn();
    }
  }
}

/** A list of texts, or of paths of texts. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flat(2).filter((text) => typeof text === 'string') : [];
}

type Choice = NonNullable<ItemText['values']>[number];
/** Values of one item that count. */
const MAX_CHOICES = 64;
const MAX_CHOICE = 60;

function choicesOf(attributes: unknown): Choice[] {
  if (attributes === null || typeof attributes !== 'object') return [];
  return Object.entries(attributes)
    .flatMap(([field, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((one) =>
        typeof one === 'string' && one.length <= MAX_CHOICE ? { field, value: one } : [],
      ),
    )
    .slice(0, MAX_CHOICES);
}

/** Each category with the path above it. */
function siblingsOf(categories: unknown): Choice[] {
  if (!Array.isArray(categories)) return [];
  const paths = categories.map((one: unknown) => (typeof one === 'string' ? one.split('>') : textsOf(one)));
  return paths
    .flatMap((path) => path.map((value, depth) => ({ field: `> ${path.slice(0, depth).join('>')}`, value })))
    .slice(0, MAX_CHOICES);
}
