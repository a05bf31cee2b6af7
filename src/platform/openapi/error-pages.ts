import { encodeXML } from 'entities';
import { allErrors, type ErrorDefinition } from '../../kernel/errors.ts';

/** The page of one code, as HTML that needs nothing else. */
export function errorPage(code: string): string | null {
  const definition = allErrors().find(([name]) => name === code)?.[1];
  if (!definition) return null;
  return page(code, [
    `<p><strong>${definition.status}</strong> · <code>${encodeXML(code)}</code></p>`,
    `<h1>${encodeXML(definition.title)}</h1>`,
    `<p>${inline(definition.help)}</p>`,
    definition.retryable ? '<p>Safe to send again after <code>Retry-After</code> seconds.</p>' : '',
    '<p><a href="/docs/errors">All error codes</a></p>',
  ]);
}

export function errorIndexPage(): string {
  const rows = allErrors().map(
    ([code, { status, title }]) =>
      `<tr><td>${status}</td><td><a href="/docs/errors/${encodeXML(code)}"><code>${encodeXML(code)}</code></a></td><td>${encodeXML(title)}</td></tr>`,
  );
  return page('Error codes', [
    '<h1>Error codes</h1>',
    '<p>Failures are <code>application/problem+json</code>. Decide by <code>code</code>; it never changes.</p>',
    `<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Title</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    '<p><a href="/docs">API documentation</a></p>',
  ]);
}

/** The catalogue as the table of `docs/errors.md`. */
export function errorTable(): string {
  const row = ([code, { status, title, help, retryable }]: [string, ErrorDefinition]): string =>
    `| ${status} | \`${code}\` | ${title}. ${help.replaceAll('|', '\\|')}${retryable ? ' Safe to retry.' : ''} |`;
  return ['| status | code | what it means, what to do |', '|---|---|---|', ...allErrors().map(row)].join('\n');
}

function inline(text: string): string {
  return encodeXML(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function page(title: string, body: string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${encodeXML(title)} · Mirabel</title>`,
    '<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}',
    'td,th{text-align:left;padding:.3rem .8rem .3rem 0;vertical-align:top}code{background:#f1f1f4;padding:.1em .3em;border-radius:3px}',
    '@media(prefers-color-scheme:dark){body{color:#eee;background:#17171b}code{background:#2b2b31}a{color:#8ab4ff}}</style>',
    `</head><body><main>${body.join('\n')}</main></body></html>`,
  ].join('\n');
}
