import { endOfLetters } from '../../../text/index.ts';

const SPACE = 0x20;
/** ASCII that stands between words and joins none: all but letters, digits, apostrophes, connectors, decimal marks. */
const SEPARATES = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[^A-Za-z0-9'\-/_&+.,]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

/**
 * Cuts a text into words of ASCII letters that stand alone, most of a description in a Latin script, and the runs between
 * them, which must be analysed. A run begins behind a separator and ends before a space, so what it holds reads the same
 * by itself.
 */
export function eachLongTextPart(
  text: string,
  word: (text: string, start: number, end: number) => void,
  run: (run: string) => void,
): void {
  const { length } = text;
  let at = 0;
  while (at < length) {
    const unit = text.charCodeAt(at);
    if (unit < 128 && SEPARATES[unit] === 1) {
      at++;
      continue;
    }
    const end = endOfLetters(text, at);
    if (end > at && standsAlone(text, end)) {
      word(text, at, end);
      at = end + 1;
      continue;
    }
    const stop = endOfRun(text, end);
    run(text.slice(at, stop));
    at = stop;
  }
}

/** What follows the letters ends their word and joins it to no other. */
function standsAlone(text: string, at: number): boolean {
  if (at === text.length) return true;
  const unit = text.charCodeAt(at);
  if (unit === 0x2e || unit === 0x2c) return at + 1 === text.length || text.charCodeAt(at + 1) === SPACE;
  return unit < 128 && SEPARATES[unit] === 1;
}

/** The next space that letters follow: text in another script stays in one run. */
function endOfRun(text: string, from: number): number {
  let at = text.indexOf(' ', from);
  while (at >= 0 && at + 1 < text.length && endOfLetters(text, at + 1) === at + 1) at = text.indexOf(' ', at + 1);
  return at < 0 ? text.length : at;
}
