import type { INestApplicationContext } from '@nestjs/common';
import { SingleBar } from 'cli-progress';
import { Command, Option } from 'nest-commander';
import type { JsonValue } from '../kernel/json.ts';
import type { TenantContext } from '../kernel/tenant-context.ts';
import {
  compileMapping,
  MappingError,
  TRANSFORMS,
  type CompiledMapping,
  type Transform,
} from '../modules/connectors/index.ts';
import { IndexingService } from '../modules/indexing/index.ts';
import { MirabelCommand } from './command.ts';
import { openDocumentFile, type DocumentFile } from './document-file.ts';
import { UsageError } from './session.ts';

interface IndexOptions {
  tenant: string;
  source: string;
  map?: Record<string, string>;
  transform?: Record<string, Transform>;
  rest?: boolean;
}

interface Batch {
  lines: number[];
  documents: JsonValue[];
}

interface Totals {
  received: number;
  indexed: number;
  deleted: number;
  superseded: number;
  failed: number;
}

const BATCH_DOCUMENTS = 1000;
/** Lines told on the terminal; the count tells the rest. */
const SHOWN_ERRORS = 50;
const DEFAULT_ADVICE = 'Map fields with --map field=path';

@Command({
  name: 'index',
  arguments: '<file>',
  description: 'push the documents of a .json, .jsonl or .csv file, each also .gz',
})
export class IndexCommand extends MirabelCommand {
  async run([path = '']: string[], options: IndexOptions): Promise<void> {
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(options.source)) {
      throw new UsageError('--source must be 1 to 64 letters, digits, dots, dashes or underscores.');
    }
    const map = compile(options);
    const file = await openDocumentFile(path);
    await this.session.forTenant(options.tenant, (app, tenant) => this.#index(app, tenant, file, map, options.source));
  }

  async #index(
    app: INestApplicationContext,
    tenant: TenantContext,
    file: DocumentFile,
    map: CompiledMapping | null,
    source: string,
  ): Promise<void> {
    const totals: Totals = { received: 0, indexed: 0, deleted: 0, superseded: 0, failed: 0 };
    const errors: { line: number; message: string }[] = [];
    const report = (line: number, message: string): void => {
      totals.received++;
      totals.failed++;
      if (errors.length < SHOWN_ERRORS) errors.push({ line, message });
    };
    const started = performance.now();
    const bar = this.#progressBar(file.bytes);
    const push = async (batch: Batch): Promise<void> => {
      const answer = await app.get(IndexingService).push(tenant, source, batch.documents);
      for (const result of answer.results) {
        if (result.status === 'failed') report(batch.lines[result.position]!, describe(result.error));
        else totals.received++;
      }
      totals.indexed += answer.indexed;
      totals.deleted += answer.deleted;
      totals.superseded += answer.superseded;
      bar.update(Math.min(file.readBytes(), file.bytes), { documents: totals.received });
    };
    try {
      await inBatches(file, map, push, report);
    } finally {
      bar.stop();
    }
    this.#report(totals, errors, (performance.now() - started) / 1000);
  }

  #report(totals: Totals, errors: { line: number; message: string }[], seconds: number): void {
    for (const { line, message } of errors) this.output.note(`line ${line}: ${message}`);
    if (totals.failed > errors.length) this.output.note(`… and ${totals.failed - errors.length} more lines failed.`);
    if (totals.failed > 0) process.exitCode = 1;
    const rate = Math.round(totals.received / Math.max(seconds, 0.001));
    this.output.result(
      { ...totals, seconds: Math.round(seconds * 100) / 100, errors },
      `${totals.indexed} indexed, ${totals.deleted} deleted, ${totals.superseded} superseded, ${totals.failed} failed in ${seconds.toFixed(1)} s (${rate} a second)`,
    );
  }

  #progressBar(bytes: number): SingleBar {
    const bar = new SingleBar({
      format: '{bar} {percentage} % · {documents} documents · {eta_formatted} left',
      stream: process.stderr,
      noTTYOutput: false,
      hideCursor: true,
      clearOnComplete: true,
    });
    bar.start(bytes, 0, { documents: 0 });
    return bar;
  }

  @Option({ flags: '--tenant <slug>', description: 'the tenant', required: true })
  parseTenant(slug: string): string {
    return slug;
  }

  @Option({ flags: '--source <name>', description: 'name of the feeding catalogue', required: true })
  parseSource(name: string): string {
    return name;
  }

  @Option({
    flags: '--map <field=path>',
    description:
      "where a document field stands in the record: a.b.0.c, first|second, /p/{id} or 'constant'; repeat for more; id is read from id unless said otherwise",
  })
  parseMap(text: string, before: Record<string, string> = {}): Record<string, string> {
    return { ...before, ...pair(text, '--map') };
  }

  @Option({
    flags: '--transform <field=how>',
    description: `what is done to a mapped field: ${TRANSFORMS.join(', ')}; repeat for more`,
  })
  parseTransform(text: string, before: Record<string, string> = {}): Record<string, string> {
    const given = pair(text, '--transform');
    const unknown = Object.values(given).find((how) => !TRANSFORMS.some((known) => known === how));
    if (unknown) throw new UsageError(`--transform knows ${TRANSFORMS.join(' and ')}, not "${unknown}".`);
    return { ...before, ...given };
  }

  @Option({ flags: '--rest', description: 'with --map: keep the other fields of a record too' })
  parseRest(): boolean {
    return true;
  }
}

function pair(text: string, flag: string): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new UsageError(`${flag} needs field=value, not "${text}".`);
  return { [text.slice(0, at)]: text.slice(at + 1) };
}

function compile({ map, transform, rest }: IndexOptions): CompiledMapping | null {
  if (!map && !transform) return null;
  try {
    return compileMapping(
      { id: 'id', ...map },
      { ...(transform ? { transforms: transform } : {}), keepRest: rest === true },
    );
  } catch (error) {
    if (error instanceof MappingError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

async function inBatches(
  file: DocumentFile,
  map: CompiledMapping | null,
  push: (batch: Batch) => Promise<void>,
  report: (line: number, message: string) => void,
): Promise<void> {
  let batch: Batch = { lines: [], documents: [] };
  for await (const record of file.records()) {
    if ('error' in record) {
      report(record.line, record.error);
      continue;
    }
    batch.lines.push(record.line);
    batch.documents.push(map ? map(record.value) : record.value);
    if (batch.documents.length === BATCH_DOCUMENTS) {
      await push(batch);
      batch = { lines: [], documents: [] };
    }
  }
  if (batch.documents.length > 0) await push(batch);
}

function describe(error: { field: string; message: string } | undefined): string {
  if (!error) return 'failed';
  return /required/.test(error.message) ? `${error.message} ${DEFAULT_ADVICE}.` : error.message;
}
