import { parse, type CsvError } from 'csv-parse/sync';
import { canonicalLocale } from '../../tenants/index.ts';
import { SYNONYM_TYPES, type SynonymDraft, type SynonymType } from '../synonym.ts';
import { EntryCollector, type ParsedText } from './entry.ts';

/**
 * Synonyms as a table (RFC 4180) with the columns `type,input,terms,locale,enabled`; the terms of a cell stand between
 * `|` (`\|` and `\\` are the characters themselves). Only `terms` must be there.
 */
const COLUMNS = ['type', 'input', 'terms', 'locale', 'enabled'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * A spreadsheet runs a cell that begins like a formula (OWASP, CSV injection). Such cells get an apostrophe in front, and
 * so do cells that already look like that, so that reading takes off exactly what writing put on.
 */
const GUARDED = /^'?(?:[=+\-@\t\r＝＋－＠]|'')/u;
const GUARD = /^'(?='?(?:[=+\-@\t\r＝＋－＠]|''))/u;

export function writeCsv(synonyms: readonly SynonymDraft[]): string {
  const rows = synonyms.map(({ type, input, terms, locale, enabled }) =>
    [type, input ?? '', terms.map(escapeTerm).join('|'), locale ?? '', String(enabled)].map(cell).join(','),
  );
  return [COLUMNS.join(','), ...rows].map((row) => row + '\r\n').join('');
}

function cell(text: string): string {
  const guarded = GUARDED.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

function escapeTerm(term: string): string {
  return term.replaceAll(/[\\|]/g, String.raw`\$&`);
}

interface Row {
  record: string[];
  info: { lines: number };
}

export function parseCsv(text: string): ParsedText {
  const found = new EntryCollector();
  const [header, ...rows] = readRows(text, found);
  if (!header) {
    if (found.errors.length === 0) found.fail(1, 'header', `The first line must name columns: ${COLUMNS.join(',')}.`);
    return found;
  }
  const columns = readHeader(header, found);
  if (columns) for (const row of rows) readRow(row, columns, found);
  return found;
}

/** Rows up to the first place where the text is no CSV any more. */
function readRows(text: string, found: EntryCollector): Row[] {
  const rows: Row[] = [];
  try {
    parse(text, {
      bom: true,
      info: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record) => {
        rows.push(record as unknown as Row);
        return null;
      },
    });
  } catch (error) {
    const { lines } = error as CsvError & { lines?: number };
    found.fail(lines ?? 1, 'syntax', 'This line is not valid CSV: check its quotes. What follows was not read.');
  }
  return rows;
}

/** Spreadsheets write `;` where the comma is the decimal mark. */
function separatorOf(text: string): string {
  const header = text.split(/[\r\n]/, 1)[0] ?? '';
  if (header.includes('\t')) return '\t';
  return header.includes(';') ? ';' : ',';
}

function readHeader({ record, info }: Row, found: EntryCollector): Column[] | null {
  const names = record.map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    found.fail(info.lines, 'header', `${JSON.stringify(unknown.slice(0, 64))} is none of ${COLUMNS.join(', ')}.`);
    return null;
  }
  if (!names.includes('terms') || new Set(names).size < names.length) {
    found.fail(info.lines, 'header', 'The first line must name the column terms, and no column twice.');
    return null;
  }
  return names as Column[];
}

function readRow({ record, info }: Row, columns: Column[], found: EntryCollector): void {
  const line = info.lines;
  if (record.length > columns.length) return found.fail(line, 'columns', 'The line has more cells than the first one.');
  const value = (column: Column): string => {
    const raw = record[columns.indexOf(column)] ?? '';
    return raw.replace(GUARD, '').trim();
  };
  const input = value('input') || null;
  const type = value('type').toLowerCase() || (input === null ? 'two_way' : 'one_way');
  if (!(SYNONYM_TYPES as readonly string[]).includes(type)) {
    return found.fail(line, 'type', `type must be ${SYNONYM_TYPES.join(' or ')}.`);
  }
  const locale = value('locale') ? canonicalLocale(value('locale')) : null;
  if (value('locale') && locale === null) return found.fail(line, 'locale', 'locale must be a BCP 47 language tag.');
  const enabled = value('enabled').toLowerCase() || 'true';
  if (enabled !== 'true' && enabled !== 'false') return found.fail(line, 'enabled', 'enabled must be true or false.');
  found.add(line, {
    type: type as SynonymType,
    input,
    terms: splitTerms(value('terms')),
    locale,
    enabled: enabled === 'true',
  });
}

function splitTerms(text: string): string[] {
  const parts = text.match(/(?:\\.|[^\\|])+/gsu) ?? [];
  return parts.map((part) => part.replaceAll(/\\(.)/gsu, '$1').trim()).filter(Boolean);
}
