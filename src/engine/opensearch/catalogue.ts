import { IndexClosedError, type CatalogDocument } from '../port/index.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SegmentView } from '../embedded/search/index-state.ts';
import { SegmentWriter } from '../embedded/segment/segment-writer.ts';
import { Segment } from '../embedded/segment/segment.ts';
import type { Cluster, Json } from './cluster.ts';
import type { Placement } from './placement.ts';

/** Milliseconds of analysing candidates before others get a turn. */
const TURN = 5;

export interface Candidate {
  id: string;
  json: string;
}

/** One tenant's documents as they can be asked for: through its alias, which sees no others. */
export class Catalogue {
  private readonly cluster: Cluster;
  readonly placement: Placement;

  constructor(cluster: Cluster, placement: Placement) {
    this.cluster = cluster;
    this.placement = placement;
  }

  /** @throws IndexClosedError when the index is gone. */
  async search(body: Json): Promise<Json> {
    const answer = await this.cluster.find('POST', `/${this.placement.alias}/_search`, {
      query: { allow_partial_search_results: false },
      body: { timeout: '8s', track_total_hits: true, ...body },
    });
    if (!answer) throw new IndexClosedError('the index is gone from the cluster');
    return answer;
  }

  /** Aggregations over all documents. Equal ones are answered from the cluster's cache until something changes. */
  async ask(aggs: Json, suggest: Json = {}): Promise<{ aggs: Json; suggest: Json; documents: number }> {
    const answer = await this.search({ size: 0, aggs, ...(Object.keys(suggest).length > 0 && { suggest }) });
    return { aggs: answer.aggregations ?? {}, suggest: answer.suggest ?? {}, documents: answer.hits.total.value };
  }
}

export function candidatesOf(answer: Json): Candidate[] {
  return (answer.hits.hits as { _source: Candidate }[]).map(({ _source: { id, json } }) => ({ id, json }));
}

/** The candidates as the embedded engine's rules see a catalogue. */
export async function viewOf(candidates: readonly Candidate[]): Promise<SegmentView> {
  const writer = new SegmentWriter();
  let since = performance.now();
  for (const { json } of candidates) {
    writer.addDocument(JSON.parse(json) as CatalogDocument, Buffer.from(json));
    if (performance.now() - since < TURN) continue;
    await nextTurn();
    since = performance.now();
  }
  const { buffer, documents } = writer.finish(null);
  const segment = new Segment(buffer, documents);
  return { id: 'candidates', segment, deleted: null, live: segment.documents };
}
