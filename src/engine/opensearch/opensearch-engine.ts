import type { TenantContext } from '../../kernel/tenant-context.ts';
import type { EngineTally, SearchEngine, SearchIndex } from '../port/index.ts';
import { Cluster } from './cluster.ts';
import { OpenSearchIndex, type IndexTools } from './opensearch-index.ts';
import { Placements } from './placement.ts';
import { Refresher } from './refresher.ts';
import { BulkWriter } from './writer.ts';

export interface OpenSearchEngineOptions {
  /** Nodes of one cluster, user and password in the URL if it asks for them. */
  nodes: readonly string[];
  /** Begins every name in the cluster. Default: `mirabel`. */
  prefix?: string;
  /** Documents from which a tenant gets an index of its own. Default: 20,000. */
  ownIndexFrom?: number;
  log?: (entry: { level: 'info' | 'warn'; message: string; err?: unknown }) => void;
}

const OWN_INDEX_FROM = 20_000;

/** An engine whose indexes lie in an OpenSearch cluster and serve all processes. */
export function createOpenSearchEngine(options: OpenSearchEngineOptions): SearchEngine {
  return new OpenSearchEngine(options);
}

class OpenSearchEngine implements SearchEngine {
  readonly capabilities = { local: false, exactTotals: true, explain: true };
  readonly #tools: IndexTools;
  readonly #indexes = new Map<string, OpenSearchIndex>();
  readonly #opening = new Map<string, Promise<OpenSearchIndex>>();

  constructor({ nodes, prefix = 'mirabel', ownIndexFrom = OWN_INDEX_FROM, log }: OpenSearchEngineOptions) {
    const cluster = new Cluster(nodes);
    const warn = (message: string, err?: unknown): void => log?.({ level: 'warn', message, err });
    this.#tools = {
      cluster,
      placements: new Placements(cluster, prefix),
      writer: new BulkWriter(cluster, warn),
      refresher: new Refresher(cluster),
      ownIndexFrom,
      log: warn,
    };
  }

  get tally(): Readonly<EngineTally> {
    const { writer, cluster } = this.#tools;
    return { refused: writer.refused, putOff: cluster.putOff };
  }

  async open({ tenantId }: TenantContext): Promise<SearchIndex> {
    let opening = this.#opening.get(tenantId);
    if (!opening) {
      opening = this.#open(tenantId).finally(() => this.#opening.delete(tenantId));
      this.#opening.set(tenantId, opening);
    }
    return opening;
  }

  async drop({ tenantId }: TenantContext): Promise<void> {
    this.#indexes.get(tenantId)?.close();
    this.#indexes.delete(tenantId);
    await this.#tools.placements.drop(tenantId);
  }

  stored(): Promise<string[]> {
    return this.#tools.placements.tenants();
  }

  async refused({ tenantId }: TenantContext, most: number): Promise<{ total: number; ids: string[] }> {
    const placement = await this.#tools.placements.current(tenantId);
    return placement ? this.#tools.placements.refused(placement, most) : { total: 0, ids: [] };
  }

  async close(): Promise<void> {
    for (const index of this.#indexes.values()) index.close();
    await this.#tools.cluster.close();
  }

  /** An open one is brought up to what other processes did to it. */
  async #open(tenantId: string): Promise<OpenSearchIndex> {
    const known = this.#indexes.get(tenantId);
    if (known && !known.closed) {
      await known.sync();
      if (!known.closed) return known;
    }
    const { placements } = this.#tools;
    let placement = await placements.current(tenantId);
    if (!placement) {
      placement = placements.plan(tenantId, false);
      await placements.prepare(placement);
      await placements.enact(placement);
    }
    const index = new OpenSearchIndex(this.#tools, placement, await placements.version(placement));
    await index.count();
    this.#indexes.set(tenantId, index);
    return index;
  }
}
