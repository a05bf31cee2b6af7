import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { request, type Agent, type Dispatcher } from 'undici';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { release } from '../../kernel/release.ts';
import { traced } from '../tracing/index.ts';
import { AddressPolicy } from './address-policy.ts';
import { readBody } from './body.ts';
import { guardedAgent, inTheClear, OUTBOUND_RESOLVER, systemResolver, type Resolver } from './guarded-agent.ts';
import { parseJson } from './json-text.ts';
import { OutboundError } from './outbound-error.ts';
import { checkUrl, hostOf } from './outbound-url.ts';
import { explainFailure, retryAfterOf } from './failures.ts';

export interface OutboundRequest {
  url: string;
  /** Sent to the origin of `url` only; a redirect elsewhere goes without. */
  credentials?: Readonly<Record<string, string>>;
  /** Of an earlier answer; the server may then say that nothing changed. */
  validators?: Validators;
  signal?: AbortSignal;
  /** Milliseconds for the whole answer; default `PAGE_TIMEOUT`. */
  timeout?: number;
}

export interface Validators {
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the decoded body: for the many merchants that send neither of the others. */
  digest: string | null;
}

export interface OutboundAnswer extends Validators {
  /** False: as it was when the validators were taken; there is no `value` then. */
  modified: boolean;
  value: JsonValue;
  /** Lower-case names; of several with one name the values joined by commas. */
  headers: Readonly<Record<string, string>>;
  /** Where the answer came from, after redirects. */
  url: string;
  bytes: number;
}

export const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** Milliseconds for one answer, redirects and body included. */
export const PAGE_TIMEOUT = 30_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** GET of JSON from addresses that strangers chose: every address is judged before a packet leaves. */
@Injectable()
export class OutboundClient implements OnApplicationShutdown {
  readonly policy: AddressPolicy;
  readonly #agent: Agent;
  readonly #privateAgent: Agent;

  constructor(@Inject(SETTINGS) settings: Settings, @Optional() @Inject(OUTBOUND_RESOLVER) resolver: Resolver | null) {
    this.policy = new AddressPolicy(settings.connectorsAllowPrivate);
    const resolve = resolver ?? systemResolver;
    this.#agent = guardedAgent({ policy: this.policy, resolve, privateOnly: false });
    this.#privateAgent = guardedAgent({ policy: this.policy, resolve, privateOnly: true });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#privateAgent.destroy()]);
  }

  /** What can be said without asking anyone; for when an address is saved. @throws OutboundError */
  check(url: string, withCredentials: boolean): URL {
    return checkUrl(url, this.policy, withCredentials);
  }

  /** @throws OutboundError, or what the signal was aborted with */
  async getJson(wanted: OutboundRequest): Promise<OutboundAnswer> {
    const timeout = AbortSignal.timeout(wanted.timeout ?? PAGE_TIMEOUT);
    const signal = wanted.signal ? AbortSignal.any([wanted.signal, timeout]) : timeout;
    try {
      return await traced('fetch from a merchant', () => this.#follow(wanted, signal));
    } catch (error) {
      wanted.signal?.throwIfAborted();
      throw explainFailure(error, timeout.aborted);
    }
  }

  async #follow(wanted: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const home = this.check(wanted.url, wanted.credentials !== undefined);
    let url = home;
    for (let hop = 0; ; hop++) {
      const answer = await this.#send(
        url,
        url.origin === home.origin ? wanted : { ...wanted, credentials: {} },
        signal,
      );
      if (!REDIRECTS.has(answer.statusCode)) return this.#read(answer, url, wanted.validators);
      await answer.body.dump({ limit: 65_536, signal }).catch(() => {});
      if (hop === MAX_REDIRECTS) {
        throw new OutboundError('too_many_redirects', `It redirects more than ${MAX_REDIRECTS} times.`);
      }
      url = this.#next(url, answer.headers.location, wanted, home);
    }
  }

  #next(from: URL, location: string | string[] | undefined, wanted: OutboundRequest, home: URL): URL {
    const target = typeof location === 'string' ? URL.parse(location, from.href) : null;
    if (!target) throw new OutboundError('bad_redirect', 'It redirects to no valid address.');
    target.hash = '';
    return this.check(target.href, wanted.credentials !== undefined && target.origin === home.origin);
  }

  #send(url: URL, { credentials = {}, validators }: OutboundRequest, signal: AbortSignal) {
    const inClear = url.protocol === 'http:' && Object.keys(credentials).length > 0;
    if (inClear && isIP(hostOf(url)) !== 0 && this.policy.judge(hostOf(url)) === 'public') throw inTheClear();
    return request(url, {
      method: 'GET',
      dispatcher: inClear ? this.#privateAgent : this.#agent,
      headersTimeout: PAGE_TIMEOUT,
      bodyTimeout: PAGE_TIMEOUT,
      signal,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        'user-agent': 'Mirabel-Connector/1',
        ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
        ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
        ...credentials,
      },
    });
  }

  async #read(answer: Dispatcher.ResponseData, url: URL, validators?: Validators): Promise<OutboundAnswer> {
    const headers = flatten(answer.headers);
    const common = {
      headers,
      url: url.href,
      etag: headers.etag ?? null,
      lastModified: headers['last-modified'] ?? null,
      digest: null,
    };
    if (answer.statusCode === 304 && (validators?.etag || validators?.lastModified)) {
      await answer.body.dump().catch(() => {});
      return { ...common, modified: false, value: null, bytes: 0 };
    }
    if (answer.statusCode !== 200) {
      await answer.body.dump({ limit: 65_536 }).catch(() => {});
      throw statusError(answer.statusCode, headers);
    }
    const body = await readBody(answer.body, headers['content-encoding'] ?? '', MAX_BODY_BYTES);
    const digest = createHash('sha256').update(body).digest('base64url');
    const bytes = body.length;
    const modified = digest !== validators?.digest;
    const value = modified ? parseJson(body, headers['content-type'] ?? '') : null;
    release(body);
    return { ...common, digest, modified, value, bytes };
  }
}

function statusError(status: number, headers: Readonly<Record<string, string>>): OutboundError {
  const retryable = status === 429 || status === 408 || status >= 500;
  return new OutboundError('http_status', `It answered with status ${status}${adviceFor(status)}.`, {
    status,
    retryable,
    retryAfter: retryAfterOf(headers['retry-after']),
  });
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return ': it does not accept the credentials of this connector';
  if (status === 404 || status === 410) return ': there is nothing at this address';
  if (status === 429) return ': too many requests';
  return '';
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));
}
