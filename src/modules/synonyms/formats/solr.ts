import { isJsonObject } from '../../../kernel/json.ts';
import { canonicalLocale } from '../../tenants/index.ts';
import type { SynonymDraft } from '../synonym.ts';
import { EntryCollector, type ParsedText } from './entry.ts';

/**
 * Synonyms in the text format of Apache Solr (SynonymGraphFilterFactory): `a, b, c` two-way, `a, b => c, d` one-way for
 * each input, `#` comments, `\,` and `\\` escapes. What the format cannot say stands in a comment before the line
 * (`# mirabel: {"locale":"es"}`), which Solr skips and our import reads.
 */
const DIRECTIVE = /^#\s*mirabel:\s*(.*)$/;

interface Extras {
  locale: string | null;
  enabled: boolean;
}

const NO_EXTRAS: Extras = { locale: null, enabled: true };

export function writeSolr(synonyms: readonly SynonymDraft[]): string {
  return synonyms.map((synonym) => directive(synonym) + statement(synonym) + '\n').join('');
}

function directive({ locale, enabled }: SynonymDraft): string {
  if (locale === null && enabled) return '';
  return `# mirabel: ${JSON.stringify({ ...(locale === null ? {} : { locale }), ...(enabled ? {} : { enabled }) })}\n`;
}

function statement({ input, terms }: SynonymDraft): string {
  const list = terms.map(escape).join(', ');
  return input === null ? list : `${escape(input)} => ${list}`;
}

/** `#` counts only at the start of a line, `=>` anywhere. */
function escape(term: string): string {
  return term
    .replaceAll(/[\\,]/g, String.raw`\$&`)
    .replaceAll('=>', String.raw`\=>`)
    .replace(/^#/, String.raw`\#`);
}

export function parseSolr(text: string): ParsedText {
  const found = new EntryCollector();
  let extras = NO_EXTRAS;
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .forEach((raw, index) => {
      const line = raw.trim();
      if (line === '') return;
      if (line.startsWith('#')) {
        extras = readDirective(line, index + 1, found) ?? extras;
        return;
      }
      readStatement(line, index + 1, extras, found);
      extras = NO_EXTRAS;
    });
  return found;
}

function readDirective(line: string, number: number, found: EntryCollector): Extras | null {
  const json = DIRECTIVE.exec(line)?.[1];
  if (json === undefined) return null;
  const extras = extrasOf(json);
  if (!extras) found.fail(number, 'directive', 'Expected # mirabel: {"locale": "es", "enabled": false}.');
  return extras;
}

function extrasOf(json: string): Extras | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (!isJsonObject(value)) return null;
  const { locale = null, enabled = true } = value;
  const canonical = locale === null ? null : canonicalLocale(locale);
  if ((locale !== null && canonical === null) || typeof enabled !== 'boolean') return null;
  return { locale: canonical, enabled };
}

function readStatement(line: string, number: number, extras: Extras, found: EntryCollector): void {
  const sides = split(line, '=>');
  if (sides.length > 2) return found.fail(number, 'syntax', 'A line may have one =>. Write \\=> for the characters.');
  const [left, right] = sides.map((side) => split(side, ',').map(unescape).filter(Boolean)) as [string[], string[]?];
  if (!right) return found.add(number, { ...extras, type: 'two_way', input: null, terms: left });
  if (left.length === 0) return found.fail(number, 'required', 'There is nothing before the =>.');
  for (const input of left) found.add(number, { ...extras, type: 'one_way', input, terms: right });
}

/** Splits at a separator that no backslash stands before. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      from = at + separator.length;
      at = from - 1;
    }
  }
  return [...parts, text.slice(from)];
}

function unescape(part: string): string {
  return part.trim().replaceAll(/\\(.)/g, '$1').trim();
}
