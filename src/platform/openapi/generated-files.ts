import type { INestApplication } from '@nestjs/common';
import { createApiDocument } from './document.ts';
import { errorTable } from './error-pages.ts';

const BEGIN = '<!-- catalogue: generated, do not edit -->';
const END = '<!-- /catalogue -->';

/** The text of `openapi.json`. */
export function openApiFile(app: INestApplication): string {
  return JSON.stringify(createApiDocument(app), null, 2) + '\n';
}

/** `docs/errors.md` with the table of the catalogue renewed. */
export function errorsFile(present: string): string {
  const from = present.indexOf(BEGIN);
  const to = present.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/errors.md must have ${BEGIN} and ${END}.`);
  return `${present.slice(0, from)}${BEGIN}\n\n${errorTable()}\n\n${present.slice(to)}`;
}
