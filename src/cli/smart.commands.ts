import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, Option, SubCommand } from 'nest-commander';
import type { TenantContext } from '../kernel/tenant-context.ts';
import { RunRunner, RunsService, type Run } from '../modules/smart/index.ts';
import { SettingsReader } from '../modules/tenants/index.ts';
import { addDays, dayAt, localDay } from '../modules/tracking/index.ts';
import { CLOCK, type Clock } from '../kernel/clock.ts';
import { CommandGroup, MirabelCommand } from './command.ts';
import { CommandFailed, UsageError } from './session.ts';

/** Milliseconds between two looks at a run. */
const LOOK = 300;
/** A running service takes the run within this time; else this command works on it. */
const PATIENCE = 2_000;
/** Seconds. Nobody waits longer at a command line: the run goes on in a service, or with the next command. */
const DEADLINE = 3_600;
const LONGEST = 86_400;
const DATE = /^\d{4}-\d\d-\d\d$/;

interface Options {
  tenant: string;
  date?: string;
  wait?: number;
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

  @Option({ flags: '--wait <seconds>', description: `give up waiting after this time (default ${DEADLINE})` })
  parseWait(seconds: string): number {
    if (!/^[1-9]\d{0,4}$/.test(seconds) || Number(seconds) > LONGEST) {
      throw new UsageError(`--wait takes whole seconds from 1 to ${LONGEST}, not "${seconds}".`);
    }
    return Number(seconds);
  }

  async run(_: string[], { tenant, date, wait: seconds = DEADLINE }: Options): Promise<void> {
    const run = await this.session.forTenant(tenant, (app, context) =>
      this.#learn(app, context, date ?? null, seconds),
    );
    if (run.status === 'failed') process.exitCode = 1;
    this.output.result({ run }, runReport(run));
  }

  async #learn(
    app: INestApplicationContext,
    tenant: TenantContext,
    date: string | null,
    seconds: number,
  ): Promise<Run> {
    const until = date === null ? undefined : await endOf(app, tenant, date);
    const { id, mode } = await app.get(RunsService).start(tenant, until);
    this.output.note(`· run ${id} in mode ${mode}`);
    const signal = AbortSignal.timeout(seconds * 1_000);
    const overdue = once(signal, 'abort').then(() => {
      throw new CommandFailed(
        `The run ${id} has not ended within ${seconds} s. A running service goes on with it, or the next command.`,
      );
    });
    return Promise.race([this.#follow(app, tenant, id, signal), overdue]);
  }

  /** Until its end. Takes it up when no service does, and again when that one has gone. */
  async #follow(app: INestApplicationContext, tenant: TenantContext, id: string, signal: AbortSignal): Promise<Run> {
    let patience = performance.now() + PATIENCE;
    let taking = false;
    let told = '';
    for (;;) {
      const run = await app.get(RunsService).read(tenant, id);
      const progress = progressOf(run);
      if (progress !== told) this.output.note(`· ${progress}`);
      told = progress;
      if (run.status !== 'running') return run;
      if (!taking && performance.now() > patience) {
        taking = true;
        void this.#take(app, id).finally(() => {
          taking = false;
          patience = performance.now() + PATIENCE;
        });
      }
      await wait(LOOK, undefined, { signal });
    }
  }

  async #take(app: INestApplicationContext, id: string): Promise<void> {
    try {
      await app.get(RunRunner).runNow(id);
    } catch (error) {
      this.output.note(`· the run could not be taken up: ${error instanceof Error ? error.message : String(error)}`);
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
  const { queries_analysed: searches, pairs_found: pairs, suggestions_created: created } = metrics;
  return `${count(searches, 'search', 'searches')}, ${count(pairs, 'pair')}, ${count(created, 'new suggestion')}`;
}

function runReport({ status, mode, metrics, error, cost_usd_cents: cents }: Run): string {
  if (status === 'skipped') return 'Skipped: the mode of the tenant is off.';
  const { sessions, queries_analysed, failed_queries, pairs_found, suggestions_created, by_band, ...rest } = metrics;
  const tooFew = rest.skipped_few_sessions;
  return [
    `The run ${status} in mode ${mode}.`,
    `${count(queries_analysed, 'search', 'searches')} in ${count(sessions, 'session')}; ${count(failed_queries, 'different query', 'different queries')} failed.`,
    `${count(pairs_found, 'pair')} of a failed query and what rescued it, ${tooFew} of them in too few sessions; left out: ${count(rest.skipped_length, 'query', 'queries')} too long, ${rest.skipped_personal} that may be personal.`,
    `${count(suggestions_created, 'new suggestion')}: ${by_band.high} of high confidence, ${by_band.medium} medium, ${by_band.low} low.`,
    `${rest.applied} applied, ${rest.pending} wait for review, ${rest.logged} logged, ${rest.reopened} reopened, ${rest.reverted} reverted, ${rest.expired} expired.`,
    ...(cents > 0 ? [`The AI cost ${cents} US cents.`] : []),
    ...(error === null ? [] : [`  ${status === 'failed' ? '✗' : '!'} ${error}`]),
  ].join('\n');
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
