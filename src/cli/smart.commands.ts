import type { INestApplicationContext } from '@nestjs/common';
import { Command, Option, SubCommand } from 'nest-commander';
import type { TenantContext } from '../kernel/tenant-context.ts';
import { RunRunner, RunsService, type Run } from '../modules/smart/index.ts';
import { SettingsReader } from '../modules/tenants/index.ts';
import { addDays, dayAt, localDay } from '../modules/tracking/index.ts';
import { CLOCK, type Clock } from '../kernel/clock.ts';
import { CommandGroup, MirabelCommand } from './command.ts';
import { UsageError } from './session.ts';

/** Milliseconds between two looks at a run. */
const LOOK = 300;
/** A running service takes the run within this time; else this command works on it. */
const PATIENCE = 2_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

interface Options {
  tenant: string;
  date?: string;
}

@SubCommand({ name: 'run', description: 'learn from the searches of a tenant now and wait for the end' })
export class SmartRunCommand extends MirabelCommand {
  @Option({ flags: '--tenant <slug>', description: 'the tenant', required: true })
  parseTenant(slug: string): string {
    return slug;
  }

  @Option({ flags: '--date <YYYY-MM-DD>', description: 'as if at the end of that local day' })
  parseDate(date: string): string {
    if (!DATE.test(date) || Number.isNaN(Date.parse(`${date}T00:00:00Z`)) || addDays(date, 0) !== date) {
      throw new UsageError(`"${date}" is no date: write it as 2026-11-28.`);
    }
    return date;
  }

  async run(_: string[], { tenant, date }: Options): Promise<void> {
    const run = await this.session.forTenant(tenant, (app, context) => this.#learn(app, context, date ?? null));
    if (run.status === 'failed') process.exitCode = 1;
    this.output.result({ run }, runReport(run));
  }

  async #learn(app: INestApplicationContext, tenant: TenantContext, date: string | null): Promise<Run> {
    const runs = app.get(RunsService);
    const until = date === null ? undefined : await endOf(app, tenant, date);
    const started = await runs.start(tenant, until);
    this.output.note(`· run ${started.id} in mode ${started.mode}`);
    const patience = performance.now() + PATIENCE;
    let ours: Promise<boolean> | null = null;
    let told = '';
    for (;;) {
      const run = await runs.read(tenant, started.id);
      const progress = progressOf(run);
      if (progress !== told) this.output.note(`· ${progress}`);
      told = progress;
      if (run.status !== 'running') {
        await ours;
        return run;
      }
      if (performance.now() > patience) ours ??= app.get(RunRunner).runNow(started.id);
      await new Promise((resolve) => setTimeout(resolve, LOOK));
    }
  }
}

@Command({ name: 'smart', description: 'learn from what shoppers did', subCommands: [SmartRunCommand] })
export class SmartCommand extends CommandGroup {}

async function endOf(app: INestApplicationContext, tenant: TenantContext, date: string): Promise<number> {
  const { timezone } = await app.get(SettingsReader).get(tenant);
  if (date > dayAt(app.get<Clock>(CLOCK).now(), timezone).day) throw new UsageError(`${date} has not come yet.`);
  return localDay(date, timezone).end;
}

function progressOf({ metrics }: Run): string {
  const { queries_analysed: queries, pairs_found: pairs, suggestions_created: created } = metrics;
  return `${queries} queries, ${pairs} pairs, ${created} new suggestions`;
}

function runReport({ status, mode, metrics, error, cost_usd_cents: cents }: Run): string {
  if (status === 'skipped') return 'Skipped: the mode of the tenant is off.';
  const { sessions, queries_analysed, failed_queries, pairs_found, suggestions_created, by_band, ...rest } = metrics;
  return [
    `The run ${status} in mode ${mode}.`,
    `${queries_analysed} queries in ${sessions} sessions, ${failed_queries} failed, ${pairs_found} pairs.`,
    `${suggestions_created} new suggestions: ${by_band.high} of high confidence, ${by_band.medium} medium, ${by_band.low} low.`,
    `${rest.applied} applied, ${rest.pending} wait for review, ${rest.logged} logged, ${rest.reopened} reopened, ${rest.reverted} reverted, ${rest.expired} expired.`,
    ...(cents > 0 ? [`The AI cost ${cents} US cents.`] : []),
    ...(error === null ? [] : [`  ${status === 'failed' ? '✗' : '!'} ${error}`]),
  ].join('\n');
}
