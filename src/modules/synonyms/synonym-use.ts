import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { Database } from '../../platform/database/index.ts';
import { SynonymsRepository } from './synonyms.repository.ts';

/** Beyond them a use is forgotten: the next search notes it again. */
const MAX_NOTED = 20_000;
const CHUNK = 1_000;
const EVERY = 60_000;

/** On which day a learned synonym last found something, so that learning can forget what nobody needs. */
@Injectable()
export class SynonymUse implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('SynonymUse');
  #noted = new Map<string, { tenantId: string; id: string }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly synonyms: SynonymsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Of its own: processes that only answer requests have no schedule. */
  onModuleInit(): void {
    this.#timer = setInterval(() => void this.flush(), EVERY);
    this.#timer.unref();
  }

  /** Beside a search: it only remembers. */
  note({ tenantId }: TenantContext, ids: Iterable<string>): void {
    for (const id of ids) if (this.#noted.size < MAX_NOTED) this.#noted.set(`${tenantId} ${id}`, { tenantId, id });
  }

  async flush(): Promise<void> {
    if (this.#noted.size === 0) return;
    const uses = [...this.#noted.values()];
    this.#noted = new Map();
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    try {
      for (let from = 0; from < uses.length; from += CHUNK) {
        await this.database.system((tx) => this.synonyms.noteUse(tx, day, uses.slice(from, from + CHUNK)));
      }
    } catch (error) {
      this.#logger.warn({ err: error, msg: 'uses of synonyms were not noted' });
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    return this.flush();
  }
}
