import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantContext } from '../../../kernel/tenant-context.ts';
import { ask, put, remove } from '../../port/conformance/index.ts';
import type { SearchIndex, SearchQuery, SearchResult } from '../../port/index.ts';
import { createEmbeddedEngine, type EmbeddedEngine } from '../index.ts';
import { Turns, type Steps } from './turns.ts';

const clock = performance.now.bind(performance);
afterEach(() => (performance.now = clock));

/** A clock by which every step takes longer than a turn. */
function slowClock(): void {
  let now = 0;
  performance.now = () => (now += 1_000);
}

describe('the turns of a search', () => {
  function* steps(done: string[]): Steps<string> {
    for (const step of ['first', 'second']) {
      done.push(step);
      yield;
    }
    return 'answer';
  }

  const takeBesideOthers = async (): Promise<string[]> => {
    const done: string[] = [];
    const turns = new Turns(() => done.push('pause'));
    setImmediate(() => done.push('others'));
    expect(await turns.take(steps(done))).toBe('answer');
    return done;
  };

  it('is one when it is short', async () => {
    performance.now = () => 0;
    expect(await takeBesideOthers()).toEqual(['first', 'second']);
  });

  it('are several when it is long', async () => {
    slowClock();
    expect(await takeBesideOthers()).toEqual(['first', 'pause', 'others', 'second', 'pause']);
  });
});

describe('searches that take a turn for each step', () => {
  const PER_SEGMENT = 150;
  const COLOURS = ['red', 'blue', 'green'];
  let folder: string;
  let engine: EmbeddedEngine;
  let index: SearchIndex;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mirabel-turns-'));
    engine = createEmbeddedEngine({ directory: folder, memoryBudgetBytes: 1 << 30 });
    index = await engine.open(tenantContext(randomUUID(), 'shop'));
    for (let version = 1; version <= 3; version++) await index.apply({ version, changes: products(version) });
  });
  afterEach(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  /** Long enough that their documents lie in a file. */
  const products = (segment: number) =>
    Array.from({ length: PER_SEGMENT }, (_, at) =>
      put({
        id: `${segment}-${at}`,
        title: `${COLOURS[at % 3]} ${at % 2 ? 'lamp' : 'sneakers'} ${at % 5 ? 'wool' : 'steel'}`,
        description: `Made for the ${COLOURS[(at + 1) % 3]} room. `.repeat(20),
        brand: `Brand ${at % 7}`,
        price: at * segment,
      }),
    );

  const facets = ['brand', 'price'].map((field) => ({ field, maxValues: 5, filter: null }));
  const queries: SearchQuery[] = [
    ask('red lamp'),
    ask('lamp', {}, { facets, filter: { kind: 'range', field: 'price', gte: 30, lte: 200 } }),
    ask('sneekers gren'),
    ask('blue sneakers unknown', {}, { explain: true }),
    ask('s', { lastIsPrefix: true }, { facets, offset: 20 }),
    ask('room', {}, { sort: { by: 'field', field: 'price', direction: 'desc' } }),
    ask('steel wool', {}, { hidden: ['1-0', '2-10'], boosts: [] }),
  ];
  const all = (): Promise<SearchResult[]> => Promise.all(queries.map((query) => index.search(query)));

  it('answer as one after another when they share the engine', async () => {
    const expected: SearchResult[] = [];
    for (const query of queries) expected.push(await index.search(query));
    expect(expected.every(({ hits }) => hits.length > 0)).toBe(true);
    slowClock();
    expect(await all()).toEqual(expected);
  });

  it('answer from the state they began with, though its documents are deleted and its segments gone meanwhile', async () => {
    const expected = await all();
    slowClock();
    const answers = all();
    const changes = products(1)
      .concat(products(2), products(3))
      .map(({ id }) => remove(id));
    await index.apply({ version: 4, changes });
    expect(index.stats().documents).toBe(0);
    expect(await answers).toEqual(expected);
    expect((await all()).every(({ total, hits }) => total === 0 && hits.length === 0)).toBe(true);
  });
});
