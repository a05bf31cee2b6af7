import { readFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import cliProgress, { SingleBar, type Options, type Params } from 'cli-progress';
import { Command, Option, SubCommand } from 'nest-commander';
import { ApiError } from '../kernel/errors.ts';
import type { TenantContext } from '../kernel/tenant-context.ts';
import {
  ConnectorTrials,
  SyncRunner,
  SyncsService,
  TestConnectorRequest,
  type Sync,
  type SyncError,
  type TestConnectorResponse,
} from '../modules/connectors/index.ts';
import { RequestValidationPipe } from '../platform/http/index.ts';
import { CommandGroup, MirabelCommand } from './command.ts';
import { table } from './output.ts';
import { CommandFailed, UsageError } from './session.ts';

/** Milliseconds between two looks at a sync. */
const LOOK = 300;
const MAX_FILE = 256 * 1024;

abstract class ConnectorSubCommand extends MirabelCommand {
  @Option({ flags: '--tenant <slug>', description: 'the tenant', required: true })
  parseTenant(slug: string): string {
    return slug;
  }
}

@SubCommand({
  name: 'test',
  arguments: '<file.json>',
  description: 'fetch and map the first page of a configuration, without storing anything',
})
export class ConnectorTestCommand extends ConnectorSubCommand {
  async run([path = '']: string[], { tenant }: { tenant: string }): Promise<void> {
    const body = await readRequest(path);
    const report = await this.session.forTenant(tenant, (app, context) => app.get(ConnectorTrials).test(context, body));
    if (!report.ok) process.exitCode = 1;
    this.output.result(report, testReport(report));
  }
}

@SubCommand({ name: 'sync', arguments: '<id>', description: 'sync a connector now and wait for its end' })
export class ConnectorSyncCommand extends ConnectorSubCommand {
  async run([id = '']: string[], { tenant }: { tenant: string }): Promise<void> {
    const sync = await this.session.forTenant(tenant, (app, context) => this.#sync(app, context, id));
    if (sync.status !== 'succeeded') process.exitCode = 1;
    this.output.result({ sync }, syncReport(sync));
  }

  async #sync(app: INestApplicationContext, tenant: TenantContext, id: string): Promise<Sync> {
    const syncs = app.get(SyncsService);
    const { id: syncId } = await syncs.start(tenant, id);
    const bar = new SingleBar({
      format: progressLine,
      barsize: 24,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      stream: process.stderr,
      noTTYOutput: false,
      hideCursor: true,
      clearOnComplete: true,
    });
    bar.start(0, 0, { sync: await syncs.read(tenant, id, syncId) });
    try {
      // A service beside us may be faster and work on it: then there is only watching left.
      const ours = app.get(SyncRunner).runNow(syncId);
      for (;;) {
        const sync = await syncs.read(tenant, id, syncId);
        const expected = sync.finished_at ? sync.items : await syncs.expected(tenant, syncId);
        bar.setTotal(expected ?? 0);
        bar.update(expected === null ? 0 : Math.min(sync.items, expected), { sync });
        if (sync.finished_at) {
          await ours;
          return sync;
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK));
      }
    } finally {
      bar.stop();
    }
  }
}

@Command({
  name: 'connector',
  description: 'test and sync connectors',
  subCommands: [ConnectorTestCommand, ConnectorSyncCommand],
})
export class ConnectorCommand extends CommandGroup {}

/** A bar when the merchant says how much there is to come, and what is done in any case. */
function progressLine(options: Options, { total, progress, startTime }: Params, { sync }: { sync?: Sync }): string {
  if (!sync) return '';
  const { pages, items, created, updated, failed } = sync;
  const bar = total > 0 ? `${cliProgress.Format.BarFormat(progress, options)} ${Math.floor(progress * 100)} % · ` : '';
  const seconds = Math.round((Date.now() - startTime) / 1_000);
  return `${bar}${pages} pages · ${items} items · ${created} new, ${updated} changed, ${failed} failed · ${seconds} s`;
}

/** The same checks as the route has. */
async function readRequest(path: string): Promise<TestConnectorRequest> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandFailed(`There is no file ${path}.`);
  });
  if (text.length > MAX_FILE) throw new CommandFailed(`${path} is too large for a configuration.`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(`${path} is not valid JSON.`, { cause: error });
  }
  try {
    const pipe = new RequestValidationPipe();
    return (await pipe.transform(body, { type: 'body', metatype: TestConnectorRequest })) as TestConnectorRequest;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const lines = (error.options.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
    throw new UsageError([`${path} is no configuration of a connector:`, ...lines].join('\n'), { cause: error });
  }
}

function testReport(report: TestConnectorResponse): string {
  const lines: string[] = [];
  if (report.page) {
    const { items, data_path: at, valid, failed, total } = report.page;
    const ofTotal = total === null ? '' : ` of ${total}`;
    lines.push(
      `The first page has ${items} items${ofTotal} at ${at === '' ? 'the root' : at}: ${valid} valid, ${failed} not.`,
    );
    const rows = report.coverage.map(({ field, filled, share }) => [
      field,
      String(filled),
      `${Math.round(share * 100)} %`,
    ]);
    lines.push('', table(['FIELD', 'FILLED', 'SHARE'], rows, 'No field is filled.'));
  }
  for (const { document, error } of report.samples) {
    lines.push('', JSON.stringify(document, null, 2), ...(error ? [`  ✗ ${error.message}`] : []));
  }
  lines.push(
    '',
    ...problems(report.errors),
    report.ok ? 'The configuration works.' : 'The configuration needs a change.',
  );
  return lines.join('\n');
}

function syncReport(sync: Sync): string {
  const { pages, items, created, updated, unchanged, removed, failed, held_removals: held } = sync;
  const lines = [
    `The sync ${sync.status === 'succeeded' ? 'succeeded' : `ended as ${sync.status}`}: ${items} items on ${pages} pages.`,
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed, ${failed} failed.`,
    ...problems(sync.errors),
  ];
  if (held > 0)
    lines.push(
      `${held} removals wait for approval: they are many. POST connectors/{id}/syncs/${sync.id}/approve-removals`,
    );
  if (sync.truncated) lines.push('There are more pages than one sync fetches; nothing was removed.');
  return lines.join('\n');
}

function problems(errors: readonly SyncError[]): string[] {
  return errors.map(({ page, path, item_id: item, message }) => {
    const place = [page === null ? null : `page ${page}`, path, item === null ? null : `item ${item}`];
    return `  ✗ ${[place.filter(Boolean).join(', '), message].filter(Boolean).join(': ')}`;
  });
}
