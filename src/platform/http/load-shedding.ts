import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { ApiError } from '../../kernel/errors.ts';
import { routeSettings, type RouteSettings } from '../tenancy/index.ts';
import { Turns } from './turns.ts';

/** Who waits for an answer, in the order in which requests are refused: a shopper's search last. */
export type RequestKind = 'merchant' | 'tracking' | 'shopper';

export interface Patience {
  /** Milliseconds that requests wait for their turn before those of this kind are refused. */
  wait: number;
  /** Requests of this kind at once. */
  inFlight: number;
}

const PATIENCE: Record<RequestKind, Patience> = {
  merchant: { wait: 1_000, inFlight: 500 },
  tracking: { wait: 1_500, inFlight: 20_000 },
  shopper: { wait: 2_000, inFlight: 4_000 },
};

export interface LoadSheddingOptions {
  turns?: Turns;
  patience?: Record<RequestKind, Patience>;
}

/**
 * Requests begin in turns ({@link Turns}). While more arrive than the process can answer they are refused with 503 and
 * `Retry-After` before they wait for many seconds: merchants' first, then events of shoppers, which are sent again, searches
 * last; health and metrics are always answered. Comes before hooks that enter a request's asynchronous context: who waited goes
 * on in the turn of somebody else.
 */
export function shedLoad(fastify: FastifyInstance, registry: Registry, options: LoadSheddingOptions = {}): void {
  const turns = options.turns ?? new Turns();
  const patience = options.patience ?? PATIENCE;
  const inFlight: Record<RequestKind, number> = { merchant: 0, tracking: 0, shopper: 0 };
  const shed = observeLoad(registry, turns, inFlight);
  fastify.addHook('onRequest', (request, reply, done) => {
    const kind = kindOf(routeSettings(request));
    if (!kind) return done();
    if (turns.wait > patience[kind].wait || inFlight[kind] >= patience[kind].inFlight) {
      shed.inc({ kind });
      return done(
        new ApiError('overloaded', 'More requests arrive than can be answered right now.', { retryAfter: 2 }),
      );
    }
    inFlight[kind]++;
    // Also when the client goes away in the middle.
    reply.raw.on('close', () => void inFlight[kind]--);
    turns.enter(() => (reply.raw.destroyed ? reply.hijack() : done()));
  });
}

/** Null: never refused. */
function kindOf({ access, hot }: RouteSettings): RequestKind | null {
  if (!access || access.kinds === 'open') return null;
  if (hot) return 'tracking';
  return access.kinds.includes('public') ? 'shopper' : 'merchant';
}

function observeLoad(registry: Registry, turns: Turns, inFlight: Record<RequestKind, number>): Counter<'kind'> {
  const wait: Gauge = new Gauge({
    name: 'mirabel_request_wait_seconds',
    help: 'How long the next request has been waiting for its turn',
    registers: [registry],
    collect: () => wait.set(turns.wait / 1_000),
  });
  const present: Gauge<'kind'> = new Gauge({
    name: 'mirabel_requests_in_flight',
    help: 'Requests that are being answered, by who waits',
    labelNames: ['kind'],
    registers: [registry],
    collect: () => {
      for (const [kind, count] of Object.entries(inFlight)) present.set({ kind }, count);
    },
  });
  const shed = new Counter({
    name: 'mirabel_requests_shed_total',
    help: 'Requests refused because of overload, by who waits',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of Object.keys(inFlight)) shed.inc({ kind }, 0);
  return shed;
}
