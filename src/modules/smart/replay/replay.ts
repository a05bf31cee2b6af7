import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../kernel/tenant-context.ts';
import { Database } from '../../../platform/database/index.ts';
import { normalizeQuery } from '../../../text/index.ts';
import { SearchRehearsal, type Rehearsal, type RehearsedAnswer } from '../../search/index.ts';
import { CompiledSynonyms, hypothetical } from '../../synonyms/index.ts';
import type { ReplayReport } from '../suggestion.ts';
import { ReplayRepository, type FrequentQuery } from './replay.repository.ts';
import { compare, isHarmful, noEffect } from './comparison.ts';

/** Of the tenant's real searches. */
const DAYS = 14;
const SAMPLE = 500;
/** Queries that one candidate is tried on, the most frequent ones. */
const MAX_TRIED = 100;
const DAY = 86_400_000;

export interface Proposal {
  /** Normalised. */
  original: string;
  target: string;
  direction: 'one_way' | 'two_way';
  /** Sessions in which the original failed. */
  failures: number;
}

export interface Trial {
  report: ReplayReport;
  /** Hits of the suggested words today. */
  targetResults: number;
  /** The tenant's synonyms say so already. */
  known: boolean;
}

/** Tries candidates on what shoppers really searched for, before any of them takes effect. */
@Injectable()
export class Replays {
  constructor(
    private readonly database: Database,
    private readonly repository: ReplayRepository,
    private readonly rehearsals: SearchRehearsal,
  ) {}

  /** One transaction for all that it reads. */
  open(tenant: TenantContext, until: number, zone: string): Promise<Replay> {
    return this.database.tenant(tenant, async (tx) => {
      const period = { from: until - DAYS * DAY, to: until, zone };
      const [sample, rehearsal] = await Promise.all([
        this.repository.frequent(tx, tenant, period, SAMPLE),
        this.rehearsals.open(tenant),
      ]);
      return new Replay(rehearsal, sample);
    });
  }

  /** For looking words up. */
  async withoutSample(tenant: TenantContext): Promise<Replay> {
    return new Replay(await this.rehearsals.open(tenant), []);
  }
}

/** One sample for all candidates of a run. A search holds the event loop for about a millisecond, then others get their turn. */
export class Replay {
  readonly #rehearsal: Rehearsal;
  readonly #sample: readonly (FrequentQuery & { words: readonly string[] })[];
  /** What queries answer today, asked once. */
  readonly #today = new Map<string, RehearsedAnswer>();

  constructor(rehearsal: Rehearsal, sample: readonly FrequentQuery[]) {
    this.#rehearsal = rehearsal;
    this.#sample = sample.map((one) => ({ ...one, words: normalizeQuery(one.query).words }));
  }

  /** @throws ApiError `engine_unavailable` */
  async try({ original, target, direction, failures }: Proposal): Promise<Trial> {
    const extra = compiled(original, target, direction);
    const report = noEffect();
    let turn = 0;
    const tried = this.#queriesFor(original, failures, extra);
    for (const { query, searches } of tried) {
      const before = await this.#ask(query);
      const after = await this.#rehearsal.search(query, { extra });
      compare(report, { searches, isOriginal: query === original }, before, after);
      if (++turn % 2 === 0) await setImmediate();
    }
    report.held = isHarmful(report, failures);
    const { total: targetResults } = await this.#ask(target);
    await setImmediate();
    return { report, targetResults, known: this.#rehearsal.says(original, target) };
  }

  async results(query: string): Promise<number> {
    const { total } = await this.#ask(query);
    await setImmediate();
    return total;
  }

  documents(): Promise<number> {
    return this.#rehearsal.documents();
  }

  /** The failed query itself is always among them. */
  #queriesFor(original: string, failures: number, extra: CompiledSynonyms): FrequentQuery[] {
    const concerned = this.#sample.filter(
      ({ query, words }) => query !== original && this.#rehearsal.concerns(words, extra),
    );
    const own = this.#sample.find(({ query }) => query === original) ?? { query: original, searches: failures };
    return [own, ...concerned.slice(0, MAX_TRIED)];
  }

  async #ask(query: string): Promise<RehearsedAnswer> {
    let answer = this.#today.get(query);
    if (!answer) {
      answer = await this.#rehearsal.search(query);
      if (this.#today.size >= 4 * SAMPLE) this.#today.clear();
      this.#today.set(query, answer);
    }
    return answer;
  }
}

function compiled(original: string, target: string, direction: Proposal['direction']): CompiledSynonyms {
  const draft =
    direction === 'two_way'
      ? { type: direction, input: null, terms: [original, target], locale: null }
      : { type: direction, input: original, terms: [target], locale: null };
  return new CompiledSynonyms([hypothetical(draft)]);
}
