import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Answers `Accept: text/csv` with the rows of a report, or with its figures as one row. */
@Injectable()
export class CsvInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> {
    const http = context.switchToHttp();
    const accept = http.getRequest<FastifyRequest>().headers.accept ?? '';
    const reply = http.getResponse<FastifyReply>();
    reply.header('vary', 'Accept');
    if (!wantsCsv(accept)) return next.handle();
    return next.handle().pipe(
      map((report) => {
        reply.header('content-type', 'text/csv; charset=utf-8; header=present');
        return toCsv(report);
      }),
    );
  }
}

/** True when CSV is asked for by name and not below JSON. */
export function wantsCsv(accept: string): boolean {
  const weights = new Map<string, number>();
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part.trim().toLowerCase().split(';');
    const q = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
    weights.set(type.trim(), q === undefined ? 1 : Number(q));
  }
  const csv = weights.get('text/csv') ?? 0;
  return csv > 0 && csv >= (weights.get('application/json') ?? 0);
}

/** A spreadsheet runs what begins with these: an apostrophe makes it a text. */
const FORMULA = /^[=+\-@\t\r\n|%]/;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const raw = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  const text = FORMULA.test(raw.trimStart()) || FORMULA.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180. Columns are the fields of the rows, in their order. */
export function toCsv(report: object): string {
  const rows = (report as { rows?: object[] }).rows ?? [flat(report)];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((column) => cell((row as Record<string, unknown>)[column])).join(','));
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

/** `previous.searches`, `revenue.EUR.amount`: figures of figures get a name of their own. */
function flat(value: object, path = ''): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, child]): [string, unknown][] => {
    const name = path === '' ? key : `${path}.${key}`;
    if (Array.isArray(child)) return child.flatMap((entry: object) => Object.entries(listed(entry, name)));
    return typeof child === 'object' && child !== null && !(child instanceof Date)
      ? Object.entries(flat(child as object, name))
      : [[name, child]];
  });
  return Object.fromEntries(entries);
}

function listed(entry: object, path: string): Record<string, unknown> {
  const [[, name] = ['', ''], ...figures] = Object.entries(entry);
  return flat(Object.fromEntries(figures), `${path}.${String(name)}`);
}
