import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { Agent } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';
import { notAllowed } from './outbound-url.ts';

/** All addresses of a name. */
export type Resolver = (name: string) => Promise<LookupAddress[]>;

export const OUTBOUND_RESOLVER = Symbol('OutboundResolver');

/** Milliseconds to a connection, the look-up of the name included. */
export const CONNECT_TIMEOUT = 10_000;
const RESOLVE_TIMEOUT = 5_000;
const CONNECTIONS_PER_ORIGIN = 8;

export const systemResolver: Resolver = (name) => systemLookup(name, { all: true, verbatim: true });

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

export interface AgentRules {
  policy: AddressPolicy;
  resolve: Resolver;
  /** For credentials without encryption: only addresses of private networks that are allowed. */
  privateOnly: boolean;
}

/**
 * Connections go to the very addresses that were judged: the resolver is asked once, inside the connection's look-up, and
 * one forbidden address among several refuses them all. Literal addresses never come here; `checkUrl` judges them.
 */
export function guardedAgent(rules: AgentRules): Agent {
  return new Agent({
    allowH2: false,
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 32_768,
    connect: {
      timeout: CONNECT_TIMEOUT,
      lookup: (name: string, options: { all?: boolean }, done: LookupCallback) =>
        void answerLookup(name, rules, options.all === true, done),
    },
  });
}

async function answerLookup(name: string, rules: AgentRules, all: boolean, done: LookupCallback): Promise<void> {
  let addresses: LookupAddress[];
  try {
    addresses = await resolveGuarded(name, rules);
  } catch (error) {
    done(error as Error, []);
    return;
  }
  if (all) done(null, addresses);
  else done(null, addresses[0]!.address, addresses[0]!.family);
}

async function resolveGuarded(name: string, { policy, resolve, privateOnly }: AgentRules): Promise<LookupAddress[]> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(notResolved()), RESOLVE_TIMEOUT);
  try {
    const addresses = await Promise.race([resolve(name), timeout.promise]);
    if (addresses.length === 0) throw notResolved();
    const kinds = new Set(addresses.map(({ address }) => policy.judge(address)));
    if (kinds.has('refused')) throw notAllowed();
    if (privateOnly && kinds.has('public')) throw inTheClear();
    return addresses;
  } catch (error) {
    throw error instanceof OutboundError ? error : notResolved(error);
  } finally {
    clearTimeout(timer);
  }
}

export function inTheClear(): OutboundError {
  return new OutboundError('credentials_in_the_clear', 'Credentials are sent over https only.');
}

function notResolved(cause?: unknown): OutboundError {
  return new OutboundError('name_not_found', 'The host name could not be resolved.', { retryable: true, cause });
}
