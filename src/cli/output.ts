import { Injectable } from '@nestjs/common';

/** Results on stdout; progress and errors on stderr, so that `--json` prints one JSON object and nothing else. */
@Injectable()
export class Output {
  json = false;

  result(value: object, text: string): void {
    process.stdout.write(this.json ? `${JSON.stringify(value)}\n` : `${text}\n`);
  }

  note(line: string): void {
    process.stderr.write(`${line}\n`);
  }
}

/** A table with aligned columns; the empty list says so. */
export function table(headings: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return empty;
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]): string =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd();
  return [line(headings), ...rows.map(line)].join('\n');
}
