import type { Schemas } from '../../../api/client.ts';

/** How pages are fetched and mapped, without the address: what a look at a shop finds, and what a person then changes. */
export type Draft = Omit<Schemas['CreateConnectorRequest'], 'endpoint' | 'auth'>;
export type Connector = Schemas['ConnectorResponse'];
export type Preset = Schemas['PresetResponse'];

/** Where the products are. `kept`: the credentials that the connector has, which nobody is told. */
export interface Address {
  endpoint: string;
  auth: 'kept' | 'none' | 'bearer' | 'header';
  header: string;
  secret: string;
}

export const NO_ADDRESS: Address = { endpoint: '', auth: 'none', header: '', secret: '' };

/** The fields of a request that say where and with what; without `auth` when the kept one stays. */
export function asked({ endpoint, auth, header, secret }: Address): {
  endpoint: string;
  auth?: Schemas['AuthBody'] | null;
} {
  const at = { endpoint: endpoint.trim() };
  if (auth === 'kept') return at;
  if (auth === 'none') return { ...at, auth: null };
  if (auth === 'bearer') return { ...at, auth: { type: 'bearer', token: secret.trim() } };
  return { ...at, auth: { type: 'header', name: header.trim(), value: secret.trim() } };
}

/** What a mapped value can go through; `split` and `join` also with what stands between (`split:;`). */
export const TRANSFORMS = [
  'minor_units',
  'decimal_comma',
  'strip_html',
  'split',
  'join',
  'lowercase',
  'absolute_url',
] as const;

/** How a connector fetches and maps now. */
export function draftOf(connector: Connector): Draft {
  const { paginated, pageParam, limitParam, pageSize, firstPage } = connector;
  const { dataPath, cursorPath, cursorParam, nextLink, mapping, transforms } = connector;
  const paging = { paginated, pageParam, limitParam, pageSize, firstPage, dataPath, cursorPath, cursorParam, nextLink };
  return { ...paging, mapping, transforms } as Draft;
}

/** `a|b|c`: where the value stands, and where it stands when that is not there. A constant is one piece. */
export function piecesOf(source: string): { path: string; otherwise: string } {
  const bar = /^'.*'$/s.test(source) ? -1 : source.indexOf('|');
  return bar < 0 ? { path: source, otherwise: '' } : { path: source.slice(0, bar), otherwise: source.slice(bar + 1) };
}

/** A field from other places, or from none; what its value goes through goes with it. */
export function withSource(draft: Draft, field: string, path: string, otherwise: string): Draft {
  const source = [path, otherwise].filter((part) => part !== '').join('|');
  if (source !== '') return { ...draft, mapping: { ...draft.mapping, [field]: source } };
  return { ...draft, mapping: without(draft.mapping, field), transforms: without(draft.transforms, field) };
}

/** `''`: the value stays as it is. */
export function withTransform(draft: Draft, field: string, transform: string): Draft {
  if (transform === '') return { ...draft, transforms: without(draft.transforms, field) };
  return { ...draft, transforms: { ...draft.transforms, [field]: transform } };
}

/** No mapping at all: the items are documents as they come. */
export function tidy(draft: Draft): Draft {
  const orNull = (map: Record<string, string> | null | undefined) => (map && Object.keys(map).length > 0 ? map : null);
  return { ...draft, mapping: orNull(draft.mapping), transforms: orNull(draft.transforms) };
}

function without(map: Record<string, string> | null | undefined, field: string): Record<string, string> {
  return Object.fromEntries(Object.entries(map ?? {}).filter(([name]) => name !== field));
}
