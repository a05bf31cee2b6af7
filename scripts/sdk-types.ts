import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const HEADER = '// Generated from openapi.json by `npm run generate`. Do not edit.\n\n';
const FILE = 'packages/sdk/src/wire.ts';

interface ApiDocument {
  paths: Record<string, Record<string, { security?: object[]; responses?: unknown; requestBody?: unknown }>>;
  components: Record<string, Record<string, unknown>>;
}

/** The `$ref`s of a part of the document, deep. */
function* references(part: unknown): Generator<string> {
  if (part === null || typeof part !== 'object') return;
  if ('$ref' in part && typeof part.$ref === 'string') yield part.$ref;
  for (const value of Object.values(part)) yield* references(value);
}

/** The schemas that operations of a public key speak, by name, with all that they refer to. */
function publicSchemas(document: ApiDocument): Record<string, unknown> {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const open = operations.filter(({ security = [] }) => security.some((entry) => 'public_key' in entry));
  const found = new Map<string, unknown>();
  const queue: unknown[] = open.map(({ responses, requestBody }) => [responses, requestBody]);
  for (const part of queue) {
    for (const reference of references(part)) {
      const [section, name] = reference.split('/').slice(2) as [string, string];
      const target = document.components[section]?.[name];
      if (section !== 'schemas') queue.push(target);
      else if (!found.has(name)) {
        found.set(name, target);
        queue.push(target);
      }
    }
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Path and text of the SDK's types of the wire. */
export async function sdkTypes(document: ApiDocument): Promise<[path: string, text: string]> {
  const part = { ...document, paths: {}, components: { schemas: publicSchemas(document) } };
  const types = astToString(await openapiTS(part as never, { alphabetize: true, defaultNonNullable: false }));
  return [FILE, await format(HEADER + types, { ...(await resolveConfig(FILE)), parser: 'typescript' })];
}
