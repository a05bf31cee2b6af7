import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const HEADER = '// Generated from openapi.json by `npm run generate`. Do not edit.\n\n';
const FILE = 'packages/panel/src/api/wire.ts';

/** Path and text of the panel's types of the wire: every route, since it calls the ones of a secret key. */
export async function panelTypes(document: object): Promise<[path: string, text: string]> {
  const types = astToString(await openapiTS(document as never, { alphabetize: true, defaultNonNullable: false }));
  return [FILE, await format(HEADER + types, { ...(await resolveConfig(FILE)), parser: 'typescript' })];
}
