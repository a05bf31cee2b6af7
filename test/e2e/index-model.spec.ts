import fc from 'fast-check';
import { IndexingService } from '../../src/modules/indexing/index.ts';
import { ItemsJobs } from '../../src/modules/items/items.jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { product, Shop, type TestDocument } from '../support/catalogue.ts';
import { eventually } from '../support/poll.ts';

/** What a catalogue is, in as few lines as it can be said. */
class Reference {
  readonly items = new Map<string, { source: string; version: number; fields: TestDocument }>();
  version = 0;

  push(source: string, documents: readonly Pushed[]): string[] {
    const last = new Map(documents.map((document, at) => [document.bad ? `bad ${at}` : document.id, at]));
    const next = this.version + 1;
    return documents.map(({ id, bad, deleted, fields }, at) => {
      if (bad) return 'failed';
      if (last.get(id) !== at) return 'superseded';
      if (!deleted) return this.#put(id, source, fields, next);
      this.#remove(id, next);
      return 'deleted';
    });
  }

  patch(id: string, { attributes, ...changes }: TestDocument): boolean {
    const item = this.items.get(id);
    if (!item) return false;
    const merged: TestDocument = { ...item.fields };
    const { colour, ...known } = changes;
    for (const [name, value] of Object.entries(known)) {
      if (value === null) delete merged[name];
      else merged[name] = value;
    }
    const present = attributes === null ? {} : { ...(item.fields.attributes as TestDocument) };
    if (colour !== undefined) present.colour = colour;
    Object.assign(present, attributes);
    const kept = Object.entries(present).filter(([, value]) => value !== null);
    delete merged.attributes;
    if (kept.length > 0) merged.attributes = Object.fromEntries(kept);
    this.#put(id, item.source, merged, this.version + 1);
    return true;
  }

  remove(id: string): boolean {
    return this.#remove(id, this.version + 1);
  }

  removeSource(source: string): number {
    const ids = [...this.items].filter(([, item]) => item.source === source).map(([id]) => id);
    const next = this.version + 1;
    for (const id of ids) this.#remove(id, next);
    return ids.length;
  }

  #put(id: string, source: string, fields: TestDocument, version: number): string {
    const present = this.items.get(id);
    if (present && present.source === source && same(present.fields, fields)) return 'unchanged';
    this.items.set(id, { source, version, fields });
    this.version = version;
    return present ? 'updated' : 'created';
  }

  #remove(id: string, version: number): boolean {
    if (!this.items.delete(id)) return false;
    this.version = version;
    return true;
  }
}

interface Pushed {
  id: string;
  bad: boolean;
  deleted: boolean;
  fields: TestDocument;
}

const order = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, child]) => [key, order(child)]),
      )
    : value;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(order(a)) === JSON.stringify(order(b));

const IDS = ['a', 'b/c', 'ü%20', '"q"', '🎉', 'עב', '7'];
const SOURCES = ['erp', 'cms'];
const id = fc.constantFrom(...IDS);
const source = fc.constantFrom(...SOURCES);
const title = fc.constantFrom('Velvet sofa', 'Linen sofa', 'Oak table');
const price = fc.constantFrom(5, 19.9);
const colour = fc.constantFrom('red', 'blue');
const attributes = fc
  .record({ colour, size: fc.constantFrom(1, 2) }, { requiredKeys: [] })
  .filter((value) => Object.keys(value).length > 0);

const pushed: fc.Arbitrary<Pushed> = fc.record({
  id,
  bad: fc.integer({ max: 9, min: 0 }).map((dice) => dice === 0),
  deleted: fc.integer({ max: 4, min: 0 }).map((dice) => dice === 0),
  fields: fc.record({ title, price, attributes }, { requiredKeys: ['title'] }),
});
const patch: fc.Arbitrary<TestDocument> = fc.record(
  {
    title,
    price: fc.option(price),
    colour: fc.option(colour),
    attributes: fc.option(
      fc.record({ colour: fc.option(colour), size: fc.option(fc.constantFrom(1, 2)) }, { requiredKeys: [] }),
    ),
  },
  { requiredKeys: [] },
);
type Step =
  | { kind: 'push'; source: string; documents: Pushed[] }
  | { kind: 'patch'; id: string; patch: TestDocument }
  | { kind: 'badPatch' | 'remove'; id: string }
  | { kind: 'removeSource'; source: string }
  | { kind: 'rebuild' | 'purge' | 'look' };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      source,
      documents: fc.array(pushed, { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('patch' as const), id, patch }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('badPatch' as const), id }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removeSource' as const), source }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rebuild' as const, 'purge' as const, 'look' as const) }) },
);

let services: TestApp[];

beforeAll(async () => {
  const first = await startTestApp();
  services = [first, await startTestApp({ databaseUrl: first.databaseUrl })];
});
afterAll(async () => {
  for (const service of services.toReversed()) await service.close();
});

const path = (value: string): string => `/${encodeURIComponent(value)}`;

/** True when the step was a write: what was refused promises nothing about what is read here next. */
async function take(shop: Shop, reference: Reference, step: Step): Promise<boolean> {
  switch (step.kind) {
    case 'push': {
      const documents = step.documents.map(({ id, bad, deleted, fields }) =>
        product(id, { ...fields, ...(deleted && { deleted }), ...(bad && { deleted: false, price: -1 }) }),
      );
      const statuses = reference.push(step.source, step.documents);
      const { status, body } = await shop.push(documents, step.source);
      const failed = statuses.filter((name) => name === 'failed').length;
      expect(status).toBe(failed === 0 ? 200 : failed === statuses.length ? 422 : 207);
      expect(body.results.map((result: { status: string }) => result.status)).toEqual(statuses);
      expect(body.version).toBe(reference.version);
      expect(body.indexed + body.deleted + body.superseded + body.failed).toBe(body.received);
      return status !== 422;
    }
    case 'patch': {
      const there = reference.patch(step.id, step.patch);
      const { status, body } = await shop.patch(step.id, step.patch);
      expect(status).toBe(there ? 200 : 404);
      if (there) expect(body.version).toBe(reference.items.get(step.id)!.version);
      return there;
    }
    case 'badPatch': {
      const { status } = await shop.patch(step.id, { title: 'Never', price: -1 });
      expect(status).toBe(reference.items.has(step.id) ? 422 : 404);
      return false;
    }
    case 'remove': {
      const deleted = reference.remove(step.id);
      const { body } = await shop.remove(path(step.id));
      expect(body).toEqual({ id: step.id, deleted, version: reference.version });
      return true;
    }
    case 'removeSource': {
      const deleted = reference.removeSource(step.source);
      const { body } = await shop.remove(`?source=${step.source}`);
      expect(body).toEqual({ source: step.source, deleted, version: reference.version });
      return true;
    }
    case 'rebuild': {
      const version = await services[0]!.app.get(IndexingService).requestRebuild(shop.tenant.context);
      expect(version).toBe(++reference.version);
      return true;
    }
    case 'purge':
      await services[0]!.app.get(ItemsJobs).purgeTombstones(0);
      return false;
    case 'look':
      expect(await state(shop)).toEqual(expected(reference));
      return false;
  }
}

/** Everything that a reference says: items, their order, totals by words. */
function expected({ items }: Reference) {
  const byId = [...items].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const count = (word: string): number =>
    byId.filter(([, { fields }]) => String(fields.title).toLowerCase().includes(word)).length;
  return {
    items: byId.map(([id, { source, version, fields }]) => ({
      ...product(id, { docType: 'product', ...fields }),
      source,
      version,
    })),
    hits: byId.map(([id, { fields }]) => product(id, { docType: 'product', ...fields })),
    totals: { sofa: count('sofa'), velvet: count('velvet'), table: count('table') },
    sources: SOURCES.map((source) => byId.filter(([, item]) => item.source === source).length),
  };
}

async function state(shop: Shop) {
  const total = async (q: string) => (await shop.search({ q })).body.total as number;
  const { rows } = (await shop.items('?limit=100')).body as { rows: { indexed_at: string; id: string }[] };
  const { hits } = (await shop.search({ q: '', per_page: '100' })).body as { hits: TestDocument[] };
  return {
    items: rows.map(({ indexed_at: _, ...item }) => item),
    hits: hits
      .map(({ position: _p, highlight: _h, ...document }) => document)
      .sort((a, b) => Buffer.compare(Buffer.from(String(a.id)), Buffer.from(String(b.id)))),
    totals: { sofa: await total('sofa'), velvet: await total('velvet'), table: await total('table') },
    sources: await Promise.all(
      SOURCES.map(async (source) => (await shop.items(`?source=${source}`)).body.total as number),
    ),
  };
}

async function agrees(shop: Shop, reference: Reference): Promise<void> {
  await eventually(async () => same(await state(shop), expected(reference)), 10).catch(() => {});
  expect(await state(shop)).toEqual(expected(reference));
}

test('any run of writes through two processes ends as the reference says, in items and in search', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), step), { minLength: 3, maxLength: 25 }),
      async (steps) => {
        const tenant = await services[0]!.createTenant();
        const shops = services.map((service) => new Shop(service, tenant));
        const reference = new Reference();
        let last = shops[0]!;
        for (const [at, taken] of steps) {
          // Reading at once is promised only where the last write was made.
          const shop = taken.kind === 'look' ? last : shops[at]!;
          const written = await take(shop, reference, taken);
          if (written) last = taken.kind === 'rebuild' ? shops[0]! : shop;
        }
        expect(await state(last)).toEqual(expected(reference));
        for (const shop of shops) await agrees(shop, reference);
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 15_000 },
  );
});
