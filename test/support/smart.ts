import { randomUUID } from 'node:crypto';
import { newId } from '../../src/kernel/ids.ts';
import { Applier } from '../../src/modules/smart/applier.ts';
import type { Candidate, CandidateEvidence } from '../../src/modules/smart/learning/index.ts';
import { proposalsOf } from '../../src/modules/smart/proposals.ts';
import { RunEndings } from '../../src/modules/smart/runs/run-endings.ts';
import { RunLedger } from '../../src/modules/smart/runs/run-ledger.ts';
import { RunsRepository, type Claim } from '../../src/modules/smart/runs/runs.repository.ts';
import { SynonymReconciler } from '../../src/modules/smart/upkeep/synonym-reconciler.ts';
import { Upkeep } from '../../src/modules/smart/upkeep/upkeep.ts';
import { SettingsReader } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/database/index.ts';
import type { TestApp, TestTenant } from './app.ts';
import { ask, type Answer } from './client.ts';

/** Whatever a route answers. */
export type Body = Answer['body'];

export interface CandidateSpec extends Partial<Omit<Candidate, 'evidence'>> {
  evidence?: Partial<CandidateEvidence>;
}

/** A proposal as the scorer makes them. */
export function candidate(originalQuery: string, suggestedQuery: string, more: CandidateSpec = {}): Candidate {
  return {
    originalQuery,
    suggestedQuery,
    kind: 'typo',
    direction: 'one_way',
    confidence: 0.9,
    reason: `Shoppers searched «${originalQuery}», then «${suggestedQuery}».`,
    because: { code: 'typo', source: 'searches', conversions: 0, opinion: null },
    uncertain: false,
    ...more,
    evidence: {
      sessions: 10,
      rescues: 8,
      rescue_rate: 0.8,
      shared_items: 1,
      edit_distance: 1,
      results_failed: 0,
      results_rescue: 3,
      ...more.evidence,
    },
  };
}

/** What a merchant and the shoppers of a shop do with Smart. */
export class SmartShop {
  constructor(
    readonly service: Pick<TestApp, 'url'>,
    readonly tenant: TestTenant,
  ) {}

  ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return ask(this.service.url, method, `/v1/${this.tenant.slug}${path}`, {
      key: this.tenant.keys.secret,
      ...(body === undefined ? {} : { body }),
      headers,
    });
  }

  async settings(patch: object): Promise<void> {
    const answer = await this.ask('PATCH', '/settings', patch);
    if (answer.status !== 200) throw new Error(answer.text);
  }

  async track(kind: 'search' | 'click' | 'conversion', event: object): Promise<void> {
    const answer = await ask(this.service.url, 'POST', `/v1/${this.tenant.slug}/track/${kind}`, {
      key: this.tenant.keys.public,
      body: event,
    });
    if (answer.status !== 202) throw new Error(answer.text);
  }

  async searched(query: string, results_count: number, session_id: string, more: object = {}): Promise<void> {
    await this.track('search', { session_id, query, results_count, channel: 'results_page', ...more });
  }

  /** A shopper who fails with one query, says it in another way and clicks. */
  async rescued(failed: string, rescue: string, item_id: string, at: number, session_id = randomUUID()): Promise<void> {
    const time = (seconds: number): string => new Date(at + seconds * 1_000).toISOString();
    await this.searched(failed, 0, session_id, { timestamp: time(0) });
    await this.searched(rescue, 5, session_id, { timestamp: time(40) });
    await this.track('click', { session_id, query: rescue, item_id, position: 1, timestamp: time(50) });
  }

  async suggestions(query = ''): Promise<Body[]> {
    const answer = await this.ask('GET', `/smart/suggestions?limit=100${query}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.rows;
  }

  /** The suggestion about a query, whatever its status, with its history. */
  async about(failed: string): Promise<Body> {
    for (const status of ['pending', 'applied', 'accepted', 'rejected', 'logged', 'reverted']) {
      const found = (await this.suggestions(`&status=${status}`)).find((row) => row.failed === failed);
      if (found) return (await this.ask('GET', `/smart/suggestions/${found.id}`)).body;
    }
    return null;
  }

  async synonyms(): Promise<Body[]> {
    return (await this.ask('GET', '/synonyms?limit=100')).body.rows;
  }

  /** Starts a run over HTTP and waits for its end. */
  async run(): Promise<Body> {
    const started = await this.ask('POST', '/smart/runs');
    if (started.status !== 202) throw new Error(started.text);
    return this.ended(started.body.id);
  }

  async ended(id: string): Promise<Body> {
    for (;;) {
      const { body } = await this.ask('GET', `/smart/runs/${id}`);
      if (body.status !== 'running') return body;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** A run in this process that has the given candidates: everything after the scorer, on the real database and index. */
export class RunOf {
  constructor(
    private readonly service: TestApp,
    private readonly tenant: TestTenant,
  ) {}

  async claim(lease = 600): Promise<Claim> {
    const { app, clock } = this.service;
    const now = clock.now();
    const run = { id: newId(), trigger: 'manual', night: null, startedAt: now, windowTo: now } as const;
    const added = await app
      .get(Database)
      .tenant(this.tenant.context, (tx) =>
        app.get(RunsRepository).insert(tx, this.tenant.context, run, { owner: newId(), seconds: lease }),
      );
    if (!added) throw new Error('a run of this tenant is running');
    return added.claim;
  }

  async work(claim: Claim, candidates: readonly Candidate[], end = true): Promise<void> {
    const { app } = this.service;
    const settings = await app.get(SettingsReader).get(this.tenant.context);
    const { signal } = new AbortController();
    const store = await app.get(Applier).propose(claim, proposalsOf(candidates, 1_000), settings, signal);
    await app.get(RunLedger).write(claim, store);
    const upkeep = await app.get(Database).tenant(claim.tenant, (tx) => app.get(Upkeep).plan(tx, claim, settings));
    if (upkeep) await app.get(Upkeep).run(claim, upkeep, signal);
    await app.get(SynonymReconciler).reconcile(claim);
    if (end) await app.get(RunEndings).succeed(claim, { warning: null, catalogVersion: null });
  }

  /** The run as the API shows it. */
  async with(...candidates: Candidate[]): Promise<Body> {
    const claim = await this.claim();
    await this.work(claim, candidates);
    return (await new SmartShop(this.service, this.tenant).ask('GET', `/smart/runs/${claim.run.id}`)).body;
  }
}
