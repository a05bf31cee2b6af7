import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read, type Schemas } from '../../../api/client.ts';
import { Refusal } from '../../../api/problem.ts';
import { keyOf, useMember } from '../../../shell/member.ts';
import { useSettled } from '../../../shell/settled.ts';
import { asked, tidy, type Address, type Draft } from './draft.ts';

export type Trial = Schemas['TestConnectorResponse'];

/** Milliseconds after the last change: each look asks the shop. */
const REST_MS = 700;

/** The first page of the shop as it would come in, without anything being stored. */
export function useTrial(address: Address, draft: Draft, connectorId?: string) {
  const { slug } = useMember();
  const body = useSettled(
    // Equal contents are one thing, else nothing would ever rest.
    JSON.stringify({ ...tidy(draft), ...asked(address), ...(connectorId && { connector_id: connectorId }) }),
    REST_MS,
  );
  return useQuery({
    queryKey: keyOf(slug, 'connector-test', body),
    queryFn: ({ signal }) => {
      const given = JSON.parse(body) as Schemas['TestConnectorRequest'];
      return read(
        api.POST('/v1/{tenant}/connectors/test', { params: { path: { tenant: slug } }, body: given, signal }),
      );
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // The credentials that were typed are part of the key.
    gcTime: 0,
    retry: false,
  });
}

/** What is wrong with a field of ours: in the mapping itself, or in what comes of it. */
export function faultsOf(field: string, trial: Trial | undefined, error: unknown): string[] {
  const pointer = field.replaceAll('~', '~0').replaceAll('/', '~1');
  const refused = (error instanceof Refusal ? error.fields : [])
    .filter((one) => one.field === `/mapping/${pointer}` || one.field === `/transforms/${pointer}`)
    .map(({ message }) => message);
  const found = (trial?.errors ?? [])
    .filter(({ path }) => belongsTo(path, field, trial?.page?.data_path))
    .map(({ message }) => message);
  return [...new Set([...refused, ...found])];
}

/** What no field of the list is to blame for. */
export function otherFaults(fields: readonly string[], trial: Trial): string[] {
  const others = trial.errors.filter(
    ({ path }) => !fields.some((field) => belongsTo(path, field, trial.page?.data_path)),
  );
  return [...new Set(others.map(({ message }) => message))];
}

/** `products.0.price` is of `price`, `products.0.categories.1` of `categories`. */
function belongsTo(path: string | null, field: string, dataPath: string | undefined): boolean {
  const inside = dataPath && path?.startsWith(`${dataPath}.`) ? path.slice(dataPath.length + 1) : path;
  const place = inside?.replace(/^\d+\./, '');
  return place === field || !!place?.startsWith(`${field}.`);
}

const SHOWN = 3;
const CHARACTERS = 120;

/** What comes in as this field in the first items, shortened. */
export function valuesOf(field: string, trial: Trial | undefined): string[] {
  const values = (trial?.samples ?? []).map(({ document }) => valueAt(document, field));
  const told = values.filter((value) => value !== undefined && value !== null).map(shortened);
  return [...new Set(told)].slice(0, SHOWN);
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}…` : text;
}

function valueAt(document: unknown, field: string): unknown {
  let value = document;
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

const DEPTH = 4;
const PATHS = 200;

/** Every path at which the shop's items have a value, to choose from. */
export function pathsOf(trial: Trial | undefined): string[] {
  const paths = new Set<string>();
  const walk = (value: unknown, path: string, depth: number): void => {
    if (paths.size >= PATHS || depth > DEPTH) return;
    if (typeof value !== 'object' || value === null) paths.add(path);
    else if (Array.isArray(value)) {
      if (value.every((entry) => typeof entry !== 'object')) paths.add(path);
      else walk(value[0], `${path}.0`, depth + 1);
    } else {
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    }
  };
  for (const { item } of trial?.samples ?? []) walk(item, '', 0);
  paths.delete('');
  return [...paths];
}
