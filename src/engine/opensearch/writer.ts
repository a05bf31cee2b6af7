import { setImmediate as nextTurn } from 'node:timers/promises';
import { EngineError, type Change, type ChangeBatch } from '../port/index.ts';
import { ClusterError, type Cluster } from './cluster.ts';
import { documentKey, toIndexed, toRefused } from './document.ts';
import type { Placement } from './placement.ts';

/** A bulk request ends at whichever comes first. */
const BULK = { documents: 500, bytes: 4 * 1024 * 1024 };
/** Milliseconds of analysing before others get a turn. */
const TURN = 5;
/** Times that items are sent again which the cluster had no room for. */
const ATTEMPTS = 8;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
const TOO_LARGE = 413;

/**
 * What the cluster finds wrong with a document itself. All else is wrong with the cluster, such as an index that is closed or
 * read-only: there a document may still get in.
 */
const OF_THE_DOCUMENT = new Set([
  'mapper_parsing_exception',
  'document_parsing_exception',
  'illegal_argument_exception',
]);

interface Line {
  id: string;
  text: string;
  /** Put in its place when the cluster will never take it; null for what must be taken. */
  instead: string | null;
}

interface ItemAnswer {
  status: number;
  error?: { type?: string; reason?: string };
}

/**
 * Sends changes in bulk. Each carries the version of its batch, so whatever comes late finds something newer in its place
 * and changes nothing. What comes twice is written twice: that a copy of the shard has it does not say that all have. What the cluster has no room for is sent again, alone. A document that it will never take
 * is replaced by a note that says so: what was there before is not found any more, and what comes after it is not held up.
 */
export class BulkWriter {
  /** Documents that it will never take. */
  refused = 0;

  private readonly cluster: Cluster;
  private readonly log: (message: string, error?: unknown) => void;

  constructor(cluster: Cluster, log: (message: string, error?: unknown) => void) {
    this.cluster = cluster;
    this.log = log;
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

  /** Notes of documents that the cluster refused elsewhere. */
  async writeRefused(placement: Placement, version: number, ids: readonly string[]): Promise<void> {
    const lines = ids.map((id) => ({ id, text: noteOf(placement, version, id), instead: null }));
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
    const items = await this.#ask(lines);
    const again: Line[] = [];
    const notes: Line[] = [];
    const failed: string[] = [];
    lines.forEach((line, at) => {
      const { status, error } = items[at] ?? { status: 200 };
      // Something newer is there; or there was nothing to delete.
      if (status < 300 || status === 409 || (status === 404 && !error)) return;
      const what = `${line.id} (${status} ${error?.type ?? 'unknown'})`;
      if (status === 429 || status === 503) again.push(line);
      else if (line.instead !== null && isOfTheDocument(status, error)) notes.push(this.#refuse(line, what));
      else failed.push(what);
    });
    this.cluster.putOff += again.length;
    // The others are in; this version is not whole, so it will be brought again.
    if (failed.length > 0)
      throw new EngineError(`the cluster failed ${failed.length}: ${failed.slice(0, 3).join(', ')}`);
    return notes.length === 0 ? again : [...again, ...(await this.#once(notes))];
  }

  /** What became of each line; nothing when all are in. */
  async #ask(lines: readonly Line[]): Promise<ItemAnswer[]> {
    try {
      const answer = await this.cluster.ask('POST', '/_bulk', {
        // A shard without a live copy is told after this, document by document.
        query: { timeout: '5s' },
        lines: lines.map(({ text }) => text).join(''),
        kind: 'write',
      });
      if (!answer.errors) return [];
      return (answer.items as Record<string, ItemAnswer>[]).map((item) => Object.values(item)[0]!);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.status !== TOO_LARGE) throw error;
      // Something before the cluster takes less at once than we send.
      if (lines.length === 1) return [{ status: TOO_LARGE, error: { type: 'too large' } }];
      const half = Math.ceil(lines.length / 2);
      const halves = [lines.slice(0, half), lines.slice(half)];
      const answers: ItemAnswer[] = [];
      for (const some of halves) {
        const told = await this.#ask(some);
        answers.push(...some.map((_, at) => told[at] ?? { status: 200 }));
      }
      return answers;
    }
  }

  #refuse({ id, instead }: Line, what: string): Line {
    this.refused++;
    this.log(`the cluster refused a document: ${what}`);
    return { id, text: instead!, instead: null };
  }
}

function isOfTheDocument(status: number, error: ItemAnswer['error']): boolean {
  return status === TOO_LARGE || (status === 400 && OF_THE_DOCUMENT.has(error?.type ?? ''));
}

function lineOf(placement: Placement, version: number, change: Change): Line {
  const { id } = change;
  const head = headOf(placement, version, id);
  if (change.kind === 'delete') return { id, text: `${JSON.stringify({ delete: head })}\n`, instead: null };
  const json = Buffer.from(change.json.buffer, change.json.byteOffset, change.json.byteLength).toString();
  const body = toIndexed(placement.tenantId, placement.generation, change.document, json);
  return { id, text: put(head, body), instead: noteOf(placement, version, id) };
}

function noteOf(placement: Placement, version: number, id: string): string {
  return put(headOf(placement, version, id), toRefused(placement.tenantId, placement.generation, id));
}

function headOf({ index, tenantId, generation }: Placement, version: number, id: string): object {
  const key = documentKey(tenantId, generation, id);
  return { _index: index, _id: key, routing: tenantId, version, version_type: 'external_gte' };
}

function put(head: object, body: object): string {
  return `${JSON.stringify({ index: head })}\n${JSON.stringify(body)}\n`;
}
