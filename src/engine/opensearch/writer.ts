import { setImmediate as nextTurn } from 'node:timers/promises';
import { EngineError, type Change, type ChangeBatch } from '../port/index.ts';
import { ClusterError, type Cluster } from './cluster.ts';
import { documentKey, toIndexed } from './document.ts';
import type { Placement } from './placement.ts';

/** A bulk request ends at whichever comes first. */
const BULK = { documents: 500, bytes: 4 * 1024 * 1024 };
/** Milliseconds of analysing before others get a turn. */
const TURN = 5;
/** Times that items are sent again which the cluster had no room for. */
const ATTEMPTS = 8;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

interface Line {
  id: string;
  text: string;
}

interface ItemAnswer {
  status: number;
  error?: { type?: string; reason?: string };
}

/**
 * Sends changes in bulk. Each carries the version of its batch, so whatever comes late or twice finds something as new in
 * its place and changes nothing. What the cluster has no room for is sent again, alone.
 */
export class BulkWriter {
  private readonly cluster: Cluster;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  async write(placement: Placement, { version, changes }: ChangeBatch): Promise<void> {
    let lines: Line[] = [];
    let bytes = 0;
    let since = performance.now();
    for (const change of changes) {
      const line = lineOf(placement, version, change);
      lines.push(line);
      bytes += line.text.length;
      if (lines.length >= BULK.documents || bytes >= BULK.bytes) {
        await this.#send(lines);
        lines = [];
        bytes = 0;
      }
      if (performance.now() - since < TURN) continue;
      await nextTurn();
      since = performance.now();
    }
    if (lines.length > 0) await this.#send(lines);
  }

  async #send(lines: readonly Line[]): Promise<void> {
    let left = lines;
    for (let attempt = 1, pause = FIRST_PAUSE; ; attempt++, pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      left = await this.#once(left);
      if (left.length === 0) return;
      if (attempt === ATTEMPTS) throw new ClusterError(`the cluster had no room for ${left.length} documents`, 429);
      await this.cluster.pause(pause);
    }
  }

  /** Answers what is to be sent again. */
  async #once(lines: readonly Line[]): Promise<Line[]> {
    const answer = await this.cluster.ask('POST', '/_bulk', {
      // A shard without a live copy is told after this, document by document.
      query: { timeout: '5s' },
      lines: lines.map(({ text }) => text).join(''),
      kind: 'write',
    });
    if (!answer.errors) return [];
    const items = answer.items as Record<string, ItemAnswer>[];
    const refused: string[] = [];
    const again = lines.filter((line, at) => {
      const { status, error } = Object.values(items[at]!)[0]!;
      // Something as new is there; or there was nothing to delete.
      if (status < 300 || status === 409 || (status === 404 && !error)) return false;
      if (status === 429 || status === 503) return true;
      refused.push(`${line.id} (${status} ${error?.type ?? 'unknown'})`);
      return false;
    });
    // The others are in; this version is not whole, so it will be brought again.
    if (refused.length > 0)
      throw new EngineError(`the cluster refused ${refused.length}: ${refused.slice(0, 3).join(', ')}`);
    return again;
  }
}

function lineOf({ index, tenantId, generation }: Placement, version: number, change: Change): Line {
  const head = {
    _index: index,
    _id: documentKey(tenantId, generation, change.id),
    routing: tenantId,
    version,
    version_type: 'external',
  };
  if (change.kind === 'delete') return { id: change.id, text: `${JSON.stringify({ delete: head })}\n` };
  const json = Buffer.from(change.json.buffer, change.json.byteOffset, change.json.byteLength).toString();
  const body = toIndexed(tenantId, generation, change.document, json);
  return { id: change.id, text: `${JSON.stringify({ index: head })}\n${JSON.stringify(body)}\n` };
}
