import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../kernel/json.ts';
import { OutboundClient, OutboundError, type OutboundAnswer, type Validators } from '../../platform/outbound/index.ts';
import type { ConnectorConfig } from './connector.ts';
import { cursorOf, itemsOf, nextLinkOf, PageError, totalOf } from './listing/page-content.ts';
import { ATTEMPTS, ConnectorTiming } from './timing.ts';

/** A page of items with what follows from it. */
export interface ReadPage extends Validators {
  kind: 'page';
  items: JsonValue[];
  dataPath: string;
  cursor: string | null;
  link: string | null;
  total: number | null;
  answer: OutboundAnswer;
}

export interface LostPage {
  kind: 'lost';
  code: string;
  message: string;
  /** Asking for other pages would not help either. */
  final: boolean;
  /** Seconds, by the merchant's word. */
  retryAfter: number | null;
}

/** As it was when the validators were taken; with those of now. */
export interface UnchangedPage extends Validators {
  kind: 'unchanged';
}

export type PageRead = ReadPage | UnchangedPage | LostPage;

export interface PageRequest {
  url: string;
  config: ConnectorConfig;
  credentials: Readonly<Record<string, string>> | null;
  validators: Validators | null;
  signal: AbortSignal;
}

/** Reasons that belong to this page alone; another one may still be read. */
const OF_ONE_PAGE = new Set([
  'timeout',
  'connection_failed',
  'truncated',
  'too_large',
  'not_json',
  'invalid_json',
  'bad_encoding',
]);

/** Fetches a page, again when that may help. Throws only what the signal was aborted with. */
@Injectable()
export class PageReader {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly timing: ConnectorTiming,
  ) {}

  async read(wanted: PageRequest): Promise<PageRead> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.readOnce(wanted);
      } catch (error) {
        wanted.signal.throwIfAborted();
        const delay = this.#delay(error, attempt);
        if (delay === null) return lost(error);
        await wait(delay, undefined, { signal: wanted.signal });
      }
    }
  }

  /** @throws OutboundError and PageError */
  async readOnce({ url, config, credentials, validators, signal }: PageRequest): Promise<ReadPage | UnchangedPage> {
    const answer = await this.outbound.getJson({
      url,
      signal,
      // Only to the origin that the credentials were given for: a link may lead elsewhere.
      ...(credentials && new URL(url).origin === new URL(config.endpoint).origin ? { credentials } : {}),
      ...(validators ? { validators } : {}),
    });
    const { etag, lastModified, digest } = answer;
    if (!answer.modified) return { kind: 'unchanged', etag, lastModified, digest };
    const { items, dataPath } = itemsOf(answer.value, config.dataPath);
    const cursor = cursorOf(answer.value, config);
    return {
      kind: 'page',
      items,
      dataPath,
      cursor,
      link: nextLinkOf(answer, config),
      total: totalOf(answer),
      etag,
      lastModified,
      digest,
      answer,
    };
  }

  /** Milliseconds to the next attempt; null when there is none. */
  #delay(error: unknown, attempt: number): number | null {
    if (!(error instanceof OutboundError) || !error.retryable || attempt === ATTEMPTS) return null;
    const backoff = this.timing.backoff * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    const delay = error.retryAfter === null ? backoff : error.retryAfter * 1_000;
    return delay <= this.timing.longestWait ? delay : null;
  }
}

function lost(error: unknown): LostPage {
  if (error instanceof PageError) {
    return { kind: 'lost', code: error.code, message: error.message, final: true, retryAfter: null };
  }
  if (!(error instanceof OutboundError)) throw error;
  const { message, status, retryAfter } = error;
  const final = status === null ? !OF_ONE_PAGE.has(error.code) : status < 500 && status !== 408;
  return { kind: 'lost', code: status === null ? error.code : `http_${status}`, message, final, retryAfter };
}
