import type { Edited } from '../../kernel/edited.ts';
import { ApiError, type FieldError } from '../../kernel/errors.ts';
import {
  compileMapping,
  MappingError,
  parsePath,
  type CompiledMapping,
  type Mapping,
  type Transforms,
} from './mapping.ts';

export const PAGINATIONS = ['page', 'cursor', 'none', 'offset', 'link'] as const;
export type Pagination = (typeof PAGINATIONS)[number];

export type ConnectorAuth = { type: 'bearer'; token: string } | { type: 'header'; name: string; value: string };

/** How a merchant's pages are fetched and mapped (section 2.8 of the API document). */
export interface ConnectorConfig {
  endpoint: string;
  paginated: Pagination;
  /** Null: `page`, with offset paging `offset`. */
  pageParam: string | null;
  limitParam: string;
  pageSize: number;
  /** Number of the first page: 1, for some shops 0. */
  firstPage: number;
  /** Null: `items`, `data`, `results`, then the root. */
  dataPath: string | null;
  cursorPath: string | null;
  cursorParam: string | null;
  /** Path to the address of the next page; null: the header `Link: rel="next"`. */
  nextLink: string | null;
  /** Null: the items are documents already. */
  mapping: Mapping | null;
  transforms: Transforms | null;
}

export interface Connector extends Edited {
  id: string;
  name: string;
  source: string;
  enabled: boolean;
  interval_minutes: number;
  prune_missing: boolean;
  config: ConnectorConfig;
  auth_type: ConnectorAuth['type'] | null;
  auth_sealed: string | null;
  next_sync_at: Date | null;
  failures: number;
  paused_at: Date | null;
  pause_reason: string | null;
  created_at: Date;
}

export const CONNECTOR_LIMITS = {
  perTenant: 50,
  name: 100,
  parameter: 64,
  pageSize: 1000,
  pages: 50,
  intervalMin: 15,
  intervalMax: 43_200,
  mappingFields: 100,
  mappingPath: 500,
  credential: 8_192,
  /** Failed syncs in a row before the connector waits for a person. */
  failures: 10,
} as const;

export const DEFAULT_CONFIG: Omit<ConnectorConfig, 'endpoint'> = {
  paginated: 'page',
  pageParam: null,
  limitParam: 'limit',
  pageSize: 100,
  firstPage: 1,
  dataPath: null,
  cursorPath: null,
  cursorParam: null,
  nextLink: null,
  mapping: null,
  transforms: null,
};

/** Ours to set, or a matter of the connection: a credential under such a name would change what is asked. */
const RESERVED_HEADERS = new Set(
  (
    'accept accept-charset accept-encoding age connection content-encoding content-length content-type cookie2 date expect ' +
    'forwarded host http2-settings if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive origin ' +
    'proxy-authenticate proxy-authorization proxy-connection range te trailer transfer-encoding upgrade user-agent via'
  ).split(' '),
);

export function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name) && !RESERVED_HEADERS.has(name.toLowerCase());
}

/** No line end can be in it, so no other header either. */
export function isHeaderValue(value: string): boolean {
  return value.length <= CONNECTOR_LIMITS.credential && /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(value);
}

export function credentialHeaders(auth: ConnectorAuth): Record<string, string> {
  return auth.type === 'bearer' ? { authorization: `Bearer ${auth.token}` } : { [auth.name.toLowerCase()]: auth.value };
}

/** What can be wrong beyond single fields. */
export function configFaults(config: ConnectorConfig): FieldError[] {
  const faults: FieldError[] = [];
  const add = (field: string, code: string, message: string): void => void faults.push({ field, code, message });
  for (const name of ['dataPath', 'cursorPath', 'nextLink'] as const) {
    const fault = pathFault(config[name]);
    if (fault) add(`/${name}`, 'path', fault);
  }
  if (config.paginated === 'cursor') {
    for (const name of ['cursorPath', 'cursorParam'] as const) {
      if (!config[name]) add(`/${name}`, 'required', `${name} is needed when paginated is "cursor".`);
    }
  }
  const fault = mappingFault(config);
  if (fault) add(fault.field, 'path', fault.message);
  return faults;
}

function pathFault(path: string | null): string | null {
  try {
    if (path !== null) parsePath(path);
    return null;
  } catch (error) {
    if (error instanceof MappingError) return error.message;
    throw error;
  }
}

function mappingFault(config: ConnectorConfig): { field: string; message: string } | null {
  for (const [target, path] of Object.entries(config.mapping ?? {})) {
    try {
      compileMapping({ [target]: path });
    } catch (error) {
      if (error instanceof MappingError) return { field: pointer('mapping', target), message: error.message };
      throw error;
    }
  }
  const stray = Object.keys(config.transforms ?? {}).find((target) => !Object.hasOwn(config.mapping ?? {}, target));
  if (stray === undefined) return null;
  return { field: pointer('transforms', stray), message: `There is a transform for "${stray}" but no mapping.` };
}

const pointer = (field: string, key: string): string => `/${field}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

export function refuseConfig(faults: readonly FieldError[]): void {
  if (faults.length === 0) return;
  const detail = faults.length === 1 ? faults[0]!.message : `${faults.length} fields are not valid; see errors.`;
  throw new ApiError('validation_failed', detail, { errors: faults.slice(0, 100) });
}

/** Turns an item into a document; without a mapping it is one already. */
export function mapperOf(config: ConnectorConfig): CompiledMapping | null {
  if (!config.mapping) return null;
  return compileMapping(config.mapping, {
    ...(config.transforms ? { transforms: config.transforms } : {}),
    baseUrl: config.endpoint,
  });
}
