import type { CatalogDocument } from '../port/index.ts';
import { Catalogue, type Candidate } from './catalogue.ts';
import type { IndexTools } from './opensearch-index.ts';
import type { Placement } from './placement.ts';

const PAGE = 500;
/** Notes of refused documents that are taken along; nobody looks at more. */
const NOTES = 1_000;

interface Hit {
  _source: Candidate;
  _version: number;
  sort: unknown[];
}

/**
 * Gives a tenant that has grown an index of its own, while the shared one answers. Every document keeps its version; what
 * is written meanwhile comes from the change feed, since the new index says that it is at `version`.
 */
export async function moveToOwnIndex(tools: IndexTools, from: Placement, version: number): Promise<Placement> {
  const { cluster, placements, writer, refresher } = tools;
  const to = placements.plan(from.tenantId, true, from.generation);
  await placements.prepare(to);
  const catalogue = new Catalogue(cluster, from);
  let after: unknown[] | null = null;
  for (;;) {
    const answer = await catalogue.search({
      size: PAGE,
      version: true,
      _source: ['id', 'json'],
      sort: [{ id: 'asc' }],
      ...(after && { search_after: after }),
    });
    const hits = answer.hits.hits as Hit[];
    const byVersion = Map.groupBy(hits, ({ _version }) => _version);
    for (const [written, some] of byVersion) await writer.write(to, { version: written, changes: some.map(toUpsert) });
    if (hits.length < PAGE) break;
    after = hits.at(-1)!.sort;
  }
  const refused = await placements.refused(from, NOTES);
  await writer.writeRefused(to, version, refused.ids);
  await refresher.refresh(to.index);
  await placements.setVersion(to, version);
  await placements.enact(to);
  await placements.discard(from);
  return to;
}

function toUpsert({ _source: { id, json } }: Hit): {
  kind: 'upsert';
  id: string;
  document: CatalogDocument;
  json: Uint8Array;
} {
  return { kind: 'upsert', id, document: JSON.parse(json) as CatalogDocument, json: Buffer.from(json) };
}
