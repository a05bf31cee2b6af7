import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { DataSource } from 'typeorm';
import type { JsonObject } from '../../kernel/json.ts';
import { traced } from '../tracing/index.ts';

export interface JobDefinition<Data extends JsonObject> {
  name: string;
  /** Must be repeatable: after a crash the job runs again. */
  work: (data: Data, signal: AbortSignal) => Promise<void>;
  /** Attempts after the first; the waits between them double. Default 3. */
  retries?: number;
  /** Seconds after which a job counts as lost and is given to another process. Default 15 minutes. */
  expiresAfter?: number;
}

export interface SendOptions {
  /** While a job with this key waits or runs, another one is not added. */
  singletonKey?: string;
  /** Seconds to wait before the first attempt. */
  startAfter?: number;
}

export interface JobsOptions {
  /** Takes jobs and keeps the queue in order; false for a process that only adds jobs. */
  work: boolean;
  /** Makes the queues; false for a command, which finds them. */
  keep: boolean;
}

/** Of pg-boss; made anew when it is missing. */
export const JOBS_SCHEMA = 'jobs';
export const JOBS_OPTIONS = Symbol('JobsOptions');

const FAILED_JOBS = 'failed-jobs';
/** A failed job is kept this long for someone to look at it. */
const KEEP_FAILED_DAYS = 14;

/**
 * Durable background work on the same PostgreSQL: each job runs on one process, is retried with backoff, and ends in the
 * dead-letter queue `failed-jobs` when all attempts failed.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('Jobs');
  readonly #definitions = new Map<string, JobDefinition<JsonObject>>();
  readonly #boss: PgBoss;
  #started = false;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {
    const { url } = dataSource.options as { url?: string };
    this.#boss = new PgBoss({
      connectionString: url!,
      application_name: 'mirabel jobs',
      schema: JOBS_SCHEMA,
      max: 4,
      connectionTimeoutMillis: 5_000,
      supervise: options.work,
      schedule: false,
    });
    this.#boss.on('error', (error) => this.#logger.warn({ err: error, msg: 'the job queue met an error' }));
  }

  /** Before the application has started: from a module's `onModuleInit`. */
  define<Data extends JsonObject>(definition: JobDefinition<Data>): void {
    if (this.#definitions.has(definition.name)) throw new Error(`The job ${definition.name} is defined twice.`);
    this.#definitions.set(definition.name, definition as unknown as JobDefinition<JsonObject>);
  }

  /** Null when a job with the same `singletonKey` is there already. */
  async send(name: string, data: JsonObject = {}, options: SendOptions = {}): Promise<string | null> {
    return this.#boss.send(name, data, options);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#boss.start();
    this.#started = true;
    if (!this.options.keep) return;
    await this.#boss.createQueue(FAILED_JOBS, { deleteAfterSeconds: KEEP_FAILED_DAYS * 86_400 });
    for (const definition of this.#definitions.values()) await this.#open(definition);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.#started) await this.#boss.stop({ graceful: true, timeout: 5_000 });
  }

  async #open({ name, work, retries = 3, expiresAfter = 900 }: JobDefinition<JsonObject>): Promise<void> {
    const settings = {
      retryLimit: retries,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: expiresAfter,
      deadLetter: FAILED_JOBS,
    };
    await this.#boss.createQueue(name, { ...settings, policy: 'stately' });
    if (!this.options.work) return;
    await this.#boss.work<JsonObject>(name, { pollingIntervalSeconds: 2 }, async ([job]) => {
      if (job) await traced(`job ${name}`, () => work(job.data, job.signal));
    });
  }
}
