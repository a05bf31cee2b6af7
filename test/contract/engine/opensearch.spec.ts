import { randomUUID } from 'node:crypto';
import { createOpenSearchEngine } from '../../../src/engine/opensearch/index.ts';
import { ask, browse, put, remove } from '../../../src/engine/port/conformance/index.ts';
import { EngineError, type SearchEngine, type SearchIndex } from '../../../src/engine/port/index.ts';
import { tenantContext, type TenantContext } from '../../../src/kernel/tenant-context.ts';
import { FaultyProxy } from '../../support/faulty-proxy.ts';
import { OpenSearchCluster } from '../../support/opensearch.ts';
import { eventually } from '../../support/poll.ts';
import { findOpenSearch } from '../../support/programs.ts';
import { describeConformance } from './conformance.ts';

(findOpenSearch() ? describe : describe.skip)('with OpenSearch', () => {
  let cluster: OpenSearchCluster;
  let proxy: FaultyProxy;
  const engines: SearchEngine[] = [];
  beforeAll(async () => {
    cluster = await OpenSearchCluster.start();
    proxy = await FaultyProxy.start(cluster.nodes[0]!);
  }, 300_000);
  afterEach(async () => {
    proxy.fault = null;
    await Promise.all(engines.splice(0).map((engine) => engine.close()));
  });
  afterAll(async () => {
    await proxy.close();
    await cluster.stop();
  });

  const engine = (ownIndexFrom = 1_000): SearchEngine => {
    const made = createOpenSearchEngine({ nodes: [proxy.url], prefix: 'faults', ownIndexFrom });
    engines.push(made);
    return made;
  };
  const newTenant = (): TenantContext => tenantContext(randomUUID(), 'shop');
  const lamps = (count: number, title = 'Lamp') =>
    Array.from({ length: count }, (_, at) => put({ id: `l${at}`, title }));
  const titles = async (index: SearchIndex, words: string): Promise<string[]> => {
    const { hits } = await index.search(ask(words));
    return hits.map(({ json }) => (JSON.parse(Buffer.from(json).toString()) as { title: string }).title);
  };

  describeConformance('the OpenSearch engine', async () => createOpenSearchEngine({ nodes: cluster.nodes }));

  test('a write that comes late overtakes nothing newer, nor brings back what was deleted', async () => {
    const tenant = newTenant();
    const [fast, slow] = [await engine().open(tenant), await engine().open(tenant)];
    await fast.apply({ version: 1, changes: [put({ id: 'a', title: 'Old lamp' }), put({ id: 'b', title: 'Lamp b' })] });
    await fast.apply({ version: 3, changes: [put({ id: 'a', title: 'New lamp' }), remove('b')] });
    // The other process was frozen with these in its hands; it still believes in version 0.
    await slow.apply({
      version: 2,
      changes: [put({ id: 'a', title: 'Late lamp' }), put({ id: 'b', title: 'Late lamp' })],
    });
    expect(await titles(fast, 'lamp')).toEqual(['New lamp']);
    expect((await engine().open(tenant)).version).toBe(3);
  });

  test('a cluster that has too much to do is asked again, document by document', async () => {
    let whole = 2;
    let parts = 2;
    const sizes: number[] = [];
    proxy.fault = (path, body) => {
      if (!path.startsWith('/_bulk')) return null;
      if (whole-- > 0) return { status: 429, body: '{"error":{"type":"rejected_execution_exception"},"status":429}' };
      const lines = body.trimEnd().split('\n');
      sizes.push(lines.length / 2);
      if (parts-- <= 0) return null;
      // The first half gets in, for the rest there is no room.
      const half = Math.floor(lines.length / 4) * 2;
      const refused = { index: { status: 429, error: { type: 'rejected_execution_exception' } } };
      return {
        send: `${lines.slice(0, half).join('\n')}\n`,
        merge: (text) => {
          const { items } = JSON.parse(text) as { items: unknown[] };
          const rest = Array.from({ length: (lines.length - half) / 2 }, () => refused);
          return JSON.stringify({ errors: true, items: [...items, ...rest] });
        },
      };
    };
    const index = await engine().open(newTenant());
    await index.apply({ version: 1, changes: lamps(40) });
    expect(sizes).toEqual([40, 20, 10]);
    expect((await index.search(ask('lamp'))).total).toBe(40);
  });

  test('of a bulk with errors of many kinds what can get in does, and the version is not said to be there', async () => {
    proxy.fault = (path, body) => {
      if (!path.startsWith('/_bulk')) return null;
      const lines = body.trimEnd().split('\n');
      const refused = { index: { status: 403, error: { type: 'cluster_block_exception', reason: 'lamp' } } };
      return {
        send: `${lines.slice(2).join('\n')}\n`,
        merge: (text) => JSON.stringify({ errors: true, items: [refused, ...JSON.parse(text).items] }),
      };
    };
    const tenant = newTenant();
    const index = await engine().open(tenant);
    await expect(index.apply({ version: 1, changes: lamps(5) })).rejects.toThrow(EngineError);
    expect(index.version).toBe(0);
    proxy.fault = null;
    await index.apply({ version: 1, changes: lamps(5) });
    expect((await index.search(ask('lamp'))).total).toBe(5);
    expect(index.version).toBe(1);
  });

  test('a document that it will never take is left out, and so is one that is too large to send', async () => {
    const refused = { index: { status: 400, error: { type: 'mapper_parsing_exception', reason: 'lamp' } } };
    proxy.fault = (path, body) => {
      if (!path.startsWith('/_bulk')) return null;
      const lines = body.trimEnd().split('\n');
      if (body.includes('Large lamp')) return { status: 413, body: '{}' };
      const odd = lines.findIndex((line) => line.includes('Odd lamp'));
      if (odd < 0) return null;
      const rest = lines.toSpliced(odd - 1, 2);
      // It alone: there is nothing to hand on.
      if (rest.length === 0) return { status: 200, body: JSON.stringify({ errors: true, items: [refused] }) };
      return {
        send: `${rest.join('\n')}\n`,
        merge: (text) =>
          JSON.stringify({ errors: true, items: JSON.parse(text).items.toSpliced((odd - 1) / 2, 0, refused) }),
      };
    };
    const tenant = newTenant();
    const made = engine(20);
    const index = await made.open(tenant);
    const odd = [put({ id: 'l3', title: 'Odd lamp' }), put({ id: 'l7', title: 'Large lamp' })];
    await index.apply({ version: 1, changes: lamps(10) });
    await index.apply({
      version: 2,
      changes: [put({ id: 'a', title: 'Lamp' }), ...odd, put({ id: 'b', title: 'Lamp' })],
    });
    expect((await index.search(ask('lamp'))).total).toBe(10);
    expect(index.version).toBe(2);
    expect(await made.refused!(tenant, 5)).toEqual({ total: 2, ids: ['l3', 'l7'] });
    // It is known in the tenant's own index too, and over once there is another version.
    await index.apply({
      version: 3,
      changes: Array.from({ length: 20 }, (_, at) => put({ id: `m${at}`, title: 'Lamp' })),
    });
    await eventually(async () => {
      const [name] = Object.keys((await cluster.ask('GET', `/_alias/faults-tenant-${tenant.tenantId}`)) as object);
      return name!.startsWith(`faults-own-${tenant.tenantId}`);
    });
    expect(await made.refused!(tenant, 1)).toEqual({ total: 2, ids: ['l3'] });
    await index.apply({ version: 4, changes: [put({ id: 'l3', title: 'Lamp' }), remove('l7')] });
    expect(await made.refused!(tenant, 5)).toEqual({ total: 0, ids: [] });
    expect((await index.search(ask('lamp'))).total).toBe(31);
  });

  test('a tenant that grows past the line gets an index of its own, with the same documents', async () => {
    const tenant = newTenant();
    const index = await engine(30).open(tenant);
    await index.apply({ version: 1, changes: lamps(29) });
    await index.apply({ version: 2, changes: [put({ id: 'more', title: 'Lamp' }), remove('l0')] });
    await index.apply({ version: 3, changes: [put({ id: 'last', title: 'Lamp last' })] });
    const alias = `faults-tenant-${tenant.tenantId}`;
    await eventually(async () => {
      expect((await index.search(ask('lamp'))).total).toBe(30);
      const [name] = Object.keys((await cluster.ask('GET', `/_alias/${alias}`)) as object);
      return name!.startsWith(`faults-own-${tenant.tenantId}`);
    });
    await index.apply({ version: 4, changes: [remove('last')] });
    expect((await index.search(ask('lamp'))).total).toBe(29);
    expect((await engine().open(tenant)).version).toBe(4);
  });

  test('what was written to a generation that another process replaced is asked for again', async () => {
    const tenant = newTenant();
    const [first, second] = [engine(), engine()];
    const here = await first.open(tenant);
    const there = await second.open(tenant);
    await here.apply({ version: 1, changes: lamps(3) });
    await here.rebuild((fresh) => fresh.apply({ version: 1, changes: lamps(3) }));
    await expect(there.apply({ version: 2, changes: lamps(4) })).rejects.toThrow('another generation');
    const again = await second.open(tenant);
    expect(again.version).toBe(1);
    await again.apply({ version: 2, changes: lamps(4) });
    expect((await here.search(ask('lamp'))).total).toBe(4);
  });

  test('a rebuild that fails leaves what was there', async () => {
    const index = await engine().open(newTenant());
    await index.apply({ version: 1, changes: lamps(3) });
    const failing = index.rebuild(async (fresh) => {
      await fresh.apply({ version: 2, changes: lamps(2) });
      throw new Error('the database went away');
    });
    await expect(failing).rejects.toThrow('the database went away');
    expect((await index.search(ask('lamp'))).total).toBe(3);
    expect(index.version).toBe(1);
  });

  test('queries, filters and fields are data, whatever they hold', async () => {
    const index = await engine().open(newTenant());
    await index.apply({
      version: 1,
      changes: [put({ id: 'a', title: 'Lamp', attributes: { 'a.*|b\u001fc"': 'x.*', [`k`.repeat(300)]: 'long' } })],
    });
    const field = 'attributes.a.*|b\u001fc"';
    // No word at all is browsing.
    for (const words of ['lamp~2 OR', '*:* OR 1=1', '"}]} chair', '<script>', '[x TO z]', '_exists_:id', 'la.*p']) {
      expect((await index.search(ask(words))).total).toBe(0);
    }
    for (const words of ['.*', '\\', '(((', '\u0000']) expect((await index.search(ask(words))).total).toBe(1);
    const filter = { kind: 'in', field, values: ['x.*'] } as const;
    const facets = [{ field, maxValues: 5, filter: null }];
    const { total, facets: counted } = await index.search(browse({ filter, facets }));
    expect([total, counted[0]!.values]).toEqual([1, [{ value: 'x.*', count: 1 }]]);
    expect((await index.search(browse({ filter: { ...filter, values: ['.*'] } }))).total).toBe(0);
  });

  test('a cluster that does not answer is a fault of the engine, and over in time', async () => {
    const index = await engine().open(newTenant());
    proxy.fault = () => ({
      status: 503,
      body: '{"error":{"type":"no_shard_available_action_exception"},"status":503}',
    });
    await expect(index.search(ask('lamp'))).rejects.toThrow(EngineError);
    proxy.fault = null;
    expect((await index.search(ask('lamp'))).total).toBe(0);
  });
});
