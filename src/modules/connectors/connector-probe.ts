import { Injectable } from '@nestjs/common';
import { ApiError } from '../../kernel/errors.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import type { TenantContext } from '../../kernel/tenant-context.ts';
import { OutboundClient, OutboundError } from '../../platform/outbound/index.ts';
import { readEntry } from '../items/index.ts';
import { credentialHeaders, mapperOf, type ConnectorAuth, type ConnectorConfig } from './connector.ts';
import { detect, type Detection } from './detection/detect.ts';
import { PageError } from './listing/page-content.ts';
import { startListing, urlOf } from './listing/listing.ts';
import { PageReader, type ReadPage } from './page-reader.ts';
import { syncError, type SyncError } from './sync.ts';

export interface Sample {
  item: JsonValue;
  document: JsonValue;
  error: SyncError | null;
}

export interface Probe {
  ok: boolean;
  /** Null: the page could not be read. */
  page: { items: number; bytes: number; data_path: string; total: number | null; valid: number; failed: number } | null;
  samples: Sample[];
  coverage: { field: string; filled: number; share: number }[];
  detected: Detection | null;
  /** Number of the first page, when that was looked for. */
  first_page: number | null;
  errors: SyncError[];
}

const SAMPLES = 5;
const SHOWN_ERRORS = 20;
/** Of a tenant at once: each waits for a merchant, maybe inside a transaction. */
const AT_ONCE = 2;

/** Looks at a merchant's first page without storing anything. */
@Injectable()
export class ConnectorProbe {
  readonly #busy = new Map<string, number>();

  constructor(
    private readonly reader: PageReader,
    private readonly outbound: OutboundClient,
  ) {}

  test(tenant: TenantContext, config: ConnectorConfig, auth: ConnectorAuth | null, look: boolean): Promise<Probe> {
    return this.#oneOfFew(tenant, async () => {
      try {
        const page = await this.#first(config, auth);
        const first = look && config.paginated === 'page' ? await this.#firstPage(config, auth, page) : null;
        return redact(report(config, page, first), auth);
      } catch (error) {
        const told = tell(error);
        return { ok: false, page: null, samples: [], coverage: [], detected: null, first_page: null, errors: [told] };
      }
    });
  }

  /** From the merchant's own answer. @throws ApiError when it can not be read */
  detect(
    tenant: TenantContext,
    endpoint: string,
    auth: ConnectorAuth | null,
    config: ConnectorConfig,
  ): Promise<Detection> {
    return this.#oneOfFew(tenant, async () => {
      try {
        const answer = await this.outbound.getJson({
          url: endpoint,
          ...(auth ? { credentials: credentialHeaders(auth) } : {}),
        });
        const found = detect(answer.value, answer.headers);
        if (found.config.paginated !== 'page') return found;
        const asked = { ...config, ...found.config };
        const first = await this.#firstPage(asked, auth, await this.#first(asked, auth));
        if (first !== 0) return found;
        const reasons = [...found.reasons, 'Its first page has the number 0.'];
        return { ...found, config: { ...found.config, firstPage: 0 }, reasons };
      } catch (error) {
        const { code, message } = tell(error);
        throw new ApiError('validation_failed', message, {
          errors: [{ field: '/endpoint', code, message }],
          cause: error,
        });
      }
    });
  }

  async #first(config: ConnectorConfig, auth: ConnectorAuth | null): Promise<ReadPage> {
    return this.#page(config, auth, urlOf(startListing(config).position!, config));
  }

  async #page(config: ConnectorConfig, auth: ConnectorAuth | null, url: string): Promise<ReadPage> {
    const credentials = auth ? credentialHeaders(auth) : null;
    const signal = new AbortController().signal;
    const page = await this.reader.readOnce({ url, config, credentials, validators: null, signal });
    if (page.kind === 'unchanged') throw new PageError('http_304', 'It answered 304 although nothing was asked about.');
    return page;
  }

  /** 0 when there is a page before page 1 with other items; some systems answer page 1 for 0, others refuse it. */
  async #firstPage(config: ConnectorConfig, auth: ConnectorAuth | null, one: ReadPage): Promise<number> {
    const url = urlOf({ kind: 'page', page: 0 }, config);
    const zero = await this.#page(config, auth, url).catch((error: unknown) => {
      if (error instanceof OutboundError || error instanceof PageError) return null;
      throw error;
    });
    if (!zero || zero.items.length === 0) return 1;
    return JSON.stringify(zero.items[0]) === JSON.stringify(one.items[0] ?? null) ? 1 : 0;
  }

  async #oneOfFew<T>({ tenantId }: TenantContext, work: () => Promise<T>): Promise<T> {
    const busy = this.#busy.get(tenantId) ?? 0;
    if (busy >= AT_ONCE) throw new ApiError('overloaded', 'Two tests of this tenant are under way.', { retryAfter: 5 });
    this.#busy.set(tenantId, busy + 1);
    try {
      return await work();
    } finally {
      const left = this.#busy.get(tenantId)! - 1;
      if (left === 0) this.#busy.delete(tenantId);
      else this.#busy.set(tenantId, left);
    }
  }
}

function report(config: ConnectorConfig, page: ReadPage, firstPage: number | null): Probe {
  const map = mapperOf(config);
  const documents = page.items.map((item) => (map ? map(item) : item));
  const judged = documents.map((document, index) => judge(document, index, page.dataPath));
  const failed = judged.filter((error) => error !== null);
  const { items, answer, dataPath, total } = page;
  const errors = failed.slice(0, SHOWN_ERRORS);
  if (items.length === 0) errors.push(syncError('empty_listing', 'The first page has no items.', { page: 1 }));
  if (firstPage === 0 && config.firstPage !== 0) {
    errors.push(syncError('first_page', 'There is a page 0 with other items: set firstPage to 0.', { page: 0 }));
  }
  return {
    ok: failed.length === 0 && items.length > 0,
    page: {
      items: items.length,
      bytes: answer.bytes,
      data_path: dataPath,
      total,
      valid: items.length - failed.length,
      failed: failed.length,
    },
    samples: documents
      .slice(0, SAMPLES)
      .map((document, index) => ({ item: items[index]!, document, error: judged[index]! })),
    coverage: coverageOf(documents, config),
    detected: detect(answer.value, answer.headers),
    first_page: firstPage,
    errors,
  };
}

function judge(document: JsonValue, index: number, dataPath: string): SyncError | null {
  const entry = readEntry(document);
  if (entry.kind !== 'invalid') return null;
  const place = entry.error.field.split('/').slice(1).join('.');
  const path = [dataPath, String(index), place].filter((part) => part !== '').join('.');
  return syncError(entry.error.code, entry.error.message, { page: 1, path, item_id: entry.id });
}

function coverageOf(documents: readonly JsonValue[], config: ConnectorConfig): Probe['coverage'] {
  const filled = new Map<string, number>(
    Object.keys(config.mapping ?? {}).map((field) => [field.split('.', 1)[0]!, 0]),
  );
  for (const name of ['id', 'title', 'url']) filled.set(name, filled.get(name) ?? 0);
  for (const document of documents) {
    for (const [field, value] of isJsonObject(document) ? Object.entries(document) : []) {
      const there = value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
      if (there && (filled.has(field) || filled.size < 100)) filled.set(field, (filled.get(field) ?? 0) + 1);
    }
  }
  const share = (count: number): number => Math.round((count / Math.max(documents.length, 1)) * 100) / 100;
  return [...filled].map(([field, count]) => ({ field, filled: count, share: share(count) }));
}

function tell(error: unknown): SyncError {
  if (error instanceof PageError) return syncError(error.code, error.message, { page: 1 });
  if (!(error instanceof OutboundError)) throw error;
  return syncError(error.status === null ? error.code : `http_${error.status}`, error.message, { page: 1 });
}

/** A merchant's answer may repeat what it was asked with; it must not come back to whoever tests. */
function redact(probe: Probe, auth: ConnectorAuth | null): Probe {
  const secret = auth?.type === 'bearer' ? auth.token : auth?.value;
  if (!secret || secret.length < 4) return probe;
  const text = JSON.stringify(probe);
  const quoted = JSON.stringify(secret).slice(1, -1);
  return text.includes(quoted) ? (JSON.parse(text.replaceAll(quoted, '[redacted]')) as Probe) : probe;
}
