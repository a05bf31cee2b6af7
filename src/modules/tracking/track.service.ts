import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { parseTime } from '../rules/index.ts';
import { SettingsReader } from '../tenants/index.ts';
import { GenerationCache } from '../../kernel/generation-cache.ts';
import { normalizeQuery } from '../../text/index.ts';
import { CrawlerCounts } from './crawler-counts.ts';
import { isCrawler } from './crawlers.ts';
import { decimalOf } from './decimal.ts';
import type { TrackClickRequest, TrackConversionRequest, TrackSearchRequest } from './dto/track.requests.ts';
import type { IgnoreReason, TrackResponse } from './dto/track.response.ts';
import { EVENT_LIMITS, timeOf, uuidOf, type EventKind, type Outcome, type TrackedEvent } from './event.ts';
import { EventIntake } from './intake/event-intake.ts';
import type { Report } from './report.ts';
import { VisitorHashes } from './visitor-hashes.ts';

type AnyRequest = TrackSearchRequest | TrackClickRequest | TrackConversionRequest;

/** From a validated body to a committed event, or to the reason why it does not count. */
@Injectable()
export class TrackService {
  constructor(
    private readonly settings: SettingsReader,
    private readonly hashes: VisitorHashes,
    private readonly intake: EventIntake,
    private readonly crawlers: CrawlerCounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  search(report: Report, body: TrackSearchRequest): Promise<TrackResponse> {
    return this.#take('search', report, body, (event) =>
      this.intake.search({
        ...event,
        ...queryOf(body.query),
        resultsCount: body.results_count,
        channel: body.channel,
        acceptLanguage: body.accept_language ? storable(body.accept_language) : null,
      }),
    );
  }

  click(report: Report, body: TrackClickRequest): Promise<TrackResponse> {
    return this.#take('click', report, body, (event) =>
      this.intake.click({
        ...event,
        ...queryOf(body.query),
        itemId: body.item_id.toWellFormed(),
        position: body.position,
        channel: body.channel ?? null,
      }),
    );
  }

  conversion(report: Report, body: TrackConversionRequest): Promise<TrackResponse> {
    return this.#take('conversion', report, body, (event) =>
      this.intake.conversion({
        ...event,
        itemId: body.item_id.toWellFormed(),
        orderId: body.order_id.toWellFormed(),
        revenue: decimalOf(body.revenue)!,
        currency: body.currency.toUpperCase(),
        quantity: body.quantity ?? 1,
        verified: report.caller.kind === 'secret',
      }),
    );
  }

  async #take(
    kind: EventKind,
    report: Report,
    body: AnyRequest,
    store: (event: TrackedEvent) => Promise<Outcome>,
  ): Promise<TrackResponse> {
    const { tenant } = report.caller;
    const named = body.event_id ?? (report.idempotencyKey === null ? null : keyId(kind, report.idempotencyKey));
    const id = named?.toLowerCase() ?? newId();
    const receivedAt = this.clock.now();
    const at = body.timestamp ? parseTime(body.timestamp)! : receivedAt;
    // Here and below a promise only where there is something to wait for: each costs as much as the look-up.
    const { honour_gpc, timezone } = this.settings.peek(tenant) ?? (await this.settings.get(tenant));
    const reason = ignoreReason(report, honour_gpc, at - receivedAt);
    if (reason) {
      if (reason === 'bot') this.crawlers.count(tenant, kind, receivedAt);
      return { status: 'ignored', event_id: id, reason };
    }
    const queryId = body.query_id?.toLowerCase() ?? null;
    const { address } = report;
    // The address of a shop's server tells nothing about a shopper.
    const ipHash =
      report.caller.kind === 'secret'
        ? null
        : (this.hashes.peek(tenant, address, receivedAt) ?? (await this.hashes.hash(tenant, address, receivedAt)));
    const { status, eventId } = await store({
      tenant,
      id,
      named: named !== null,
      sessionId: body.session_id.toLowerCase(),
      queryId,
      at,
      receivedAt,
      ipHash,
      days: this.intake.marks.of(tenant.tenantId, timezone, at, receivedAt, queryId === null ? null : timeOf(queryId)),
      zone: timezone,
    });
    return { status, event_id: eventId };
  }
}

/** A shop's own server may call itself what it likes: its orders are no crawler's. */
function ignoreReason(report: Report, honourGpc: boolean, skew: number): IgnoreReason | null {
  if (report.caller.kind !== 'secret' && isCrawler(report.userAgent)) return 'bot';
  if (report.optOut && honourGpc) return 'opt_out';
  return skew < -EVENT_LIMITS.oldest || skew > EVENT_LIMITS.newest ? 'clock_skew' : null;
}

const keyId = (kind: EventKind, key: string): string => uuidOf('idempotency-key', kind, key);

/** PostgreSQL stores no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

interface StoredQuery {
  query: string;
  normalizedQuery: string;
}

/** Half of a day's searches are for a few hundred queries. */
const queries = new GenerationCache<StoredQuery>(5_000);

function queryOf(text: string): StoredQuery {
  const known = queries.get(text);
  if (known) return known;
  const query = storable(text);
  const made = { query, normalizedQuery: normalizeQuery(query).normalized };
  queries.set(text, made);
  return made;
}
