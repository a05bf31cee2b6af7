import { randomBytes } from 'node:crypto';
import { Cluster, ClusterError, type Json } from './cluster.ts';
import { documentKey } from './document.ts';
import { indexTemplate } from './mapping.ts';

/** Where one generation of a tenant's documents lies. */
export interface Placement {
  tenantId: string;
  /** Sees the documents of the generation that is in force, and no others. */
  alias: string;
  /** Shared by small tenants, or the tenant's own. */
  index: string;
  shared: boolean;
  generation: string;
}

/** Later ones sort behind earlier ones. */
export function newGeneration(): string {
  return Date.now().toString(36).padStart(9, '0') + randomBytes(4).toString('hex');
}

/** Names, aliases and generations in the cluster. Everything is found by names that begin with the prefix. */
export class Placements {
  #ready: Promise<void> | null = null;

  private readonly cluster: Cluster;
  private readonly prefix: string;

  constructor(cluster: Cluster, prefix: string) {
    this.cluster = cluster;
    this.prefix = prefix;
  }

  aliasOf(tenantId: string): string {
    return `${this.prefix}-tenant-${tenantId}`;
  }

  /** A place for a new generation: nothing points to it yet. */
  plan(tenantId: string, own: boolean, generation = newGeneration()): Placement {
    const index = own ? `${this.prefix}-own-${tenantId}-${generation}` : `${this.prefix}-shared`;
    return { tenantId, alias: this.aliasOf(tenantId), index, shared: !own, generation };
  }

  /** The generation in force; null when the tenant has none, or its index is gone. */
  async current(tenantId: string): Promise<Placement | null> {
    const alias = this.aliasOf(tenantId);
    const answer = await this.cluster.find('GET', `/_alias/${alias}`, { kind: 'manager' });
    const [index, found] = Object.entries(answer ?? {})[0] ?? [];
    if (!index || !found) return null;
    const generation = generationIn(found.aliases[alias].filter);
    return { tenantId, alias, index, shared: index === `${this.prefix}-shared`, generation };
  }

  /** Makes the index when it is not there. */
  async prepare({ index }: Placement): Promise<void> {
    await this.#templates();
    try {
      await this.cluster.ask('PUT', `/${index}`, { kind: 'write' });
    } catch (error) {
      // Another process was first.
      if (!(error instanceof ClusterError && error.status === 400 && (await this.#exists(index)))) throw error;
    }
  }

  /** Puts a generation in the place of the one in force, for all processes at once. */
  async enact(placement: Placement): Promise<void> {
    const { alias, index, tenantId, generation } = placement;
    const before = await this.cluster.find('GET', `/_alias/${alias}`, { kind: 'manager' });
    const remove = Object.keys(before ?? {}).filter((old) => old !== index);
    const filter = {
      bool: { filter: [{ term: { kind: 'item' } }, { term: { tenant: tenantId } }, { term: { generation } }] },
    };
    const actions: Json[] = [
      ...remove.map((old) => ({ remove: { index: old, alias } })),
      { add: { index, alias, filter, routing: tenantId } },
    ];
    await this.cluster.ask('POST', '/_aliases', { body: { actions }, kind: 'write' });
  }

  /** Forgets a generation that is no longer in force. */
  async discard({ index, shared, tenantId, generation }: Placement): Promise<void> {
    if (!shared) {
      await this.cluster.find('DELETE', `/${index}`, { kind: 'write' });
      return;
    }
    await this.cluster.find('POST', `/${index}/_delete_by_query`, {
      query: { routing: tenantId, conflicts: 'proceed', wait_for_completion: false },
      body: { query: { bool: { filter: [{ term: { tenant: tenantId } }, { term: { generation } }] } } },
    });
  }

  /** Documents that it holds no more than a note of: the cluster does not take them. */
  async refused({ index, tenantId, generation }: Placement, most: number): Promise<{ total: number; ids: string[] }> {
    const filter = [{ term: { kind: 'refused' } }, { term: { tenant: tenantId } }, { term: { generation } }];
    const answer = await this.cluster.find('POST', `/${index}/_search`, {
      query: { routing: tenantId, allow_partial_search_results: false },
      body: { size: most, track_total_hits: true, _source: ['id'], query: { bool: { filter } }, sort: [{ id: 'asc' }] },
    });
    const hits = (answer?.hits.hits ?? []) as { _source: { id: string } }[];
    return { total: answer?.hits.total.value ?? 0, ids: hits.map(({ _source }) => _source.id) };
  }

  async drop(tenantId: string): Promise<void> {
    const placement = await this.current(tenantId);
    const alias = this.aliasOf(tenantId);
    if (placement) await this.cluster.find('DELETE', `/${placement.index}/_alias/${alias}`, { kind: 'write' });
    await this.cluster.find('DELETE', `/${this.prefix}-own-${tenantId}-*`, { kind: 'write' });
    await this.cluster.find('POST', `/${this.prefix}-shared/_delete_by_query`, {
      query: { routing: tenantId, conflicts: 'proceed', refresh: true },
      body: { query: { term: { tenant: tenantId } } },
      kind: 'write',
    });
  }

  async tenants(): Promise<string[]> {
    const start = this.aliasOf('');
    const answer = (await this.cluster.find('GET', `/_alias/${start}*`, { kind: 'manager' })) ?? {};
    const names = Object.values(answer).flatMap(({ aliases }) => Object.keys(aliases as Json));
    return [...new Set(names.map((name) => name.slice(start.length)))];
  }

  /** The catalogue version that a generation holds; 0 before its first. */
  async version({ index, tenantId, generation }: Placement): Promise<number> {
    const key = documentKey(tenantId, generation, '');
    const answer = await this.cluster.find('GET', `/${index}/_doc/${key}`, { query: { routing: tenantId } });
    return answer?._source?.version ?? 0;
  }

  /** Never goes back: an older version that is written late is ignored. */
  async setVersion({ index, tenantId, generation }: Placement, version: number): Promise<void> {
    const key = documentKey(tenantId, generation, '');
    try {
      await this.cluster.ask('PUT', `/${index}/_doc/${key}`, {
        query: { routing: tenantId, version, version_type: 'external_gte', require_alias: false },
        body: { kind: 'state', tenant: tenantId, generation, version },
        kind: 'write',
      });
    } catch (error) {
      if (!(error instanceof ClusterError && error.status === 409)) throw error;
    }
  }

  async #exists(index: string): Promise<boolean> {
    return (await this.cluster.find('GET', `/${index}/_settings`)) !== null;
  }

  async #templates(): Promise<void> {
    this.#ready ??= this.#putTemplates().catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
    await this.#ready;
  }

  async #putTemplates(): Promise<void> {
    for (const kind of ['shared', 'own'] as const) {
      const pattern = kind === 'shared' ? `${this.prefix}-shared` : `${this.prefix}-own-*`;
      const body = indexTemplate(pattern, kind === 'shared');
      await this.cluster.ask('PUT', `/_index_template/${this.prefix}-${kind}`, { body, kind: 'write' });
    }
  }
}

function generationIn(filter: Json): string {
  const terms = filter.bool.filter as { term: { generation?: string } }[];
  return terms.flatMap(({ term }) => term.generation ?? [])[0]!;
}
