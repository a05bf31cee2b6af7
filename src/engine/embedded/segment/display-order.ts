const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Numbers of more digits are cut by the collator (254). */
const MOST_DIGITS = 200;

/** Place of each unit of printable ASCII in the primary order of the root collation (UTS #10); 0 for all other units. */
const RANKS = ranks();
const DIGIT_RANK = RANKS[0x30]!;

function ranks(): Uint8Array {
  const base = new Intl.Collator('en', { sensitivity: 'base' });
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));
  const table = new Uint8Array(128);
  for (const one of printable) {
    table[one.charCodeAt(0)] = 1 + printable.filter((other) => base.compare(other, one) < 0).length;
  }
  // Runs of digits are compared as numbers.
  return table.fill(table[0x30]!, 0x30, 0x3a);
}

/**
 * The order of `Intl.Collator('en', { numeric: true })`, which takes some 500 ns a comparison. Texts that differ in
 * printable ASCII by more than case and leading zeros are told apart here, in a tenth of that.
 */
export function compareForDisplay(a: string, b: string): number {
  return primaryOrder(a, b) || COLLATOR.compare(a, b);
}

/** 0 where the collator must say. */
function primaryOrder(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = rankAt(a, i);
    const right = rankAt(b, j);
    if (left === 0 || right === 0) return 0;
    let order = left - right;
    let leftEnd = i + 1;
    let rightEnd = j + 1;
    if (left === DIGIT_RANK && order === 0) {
      leftEnd = endOfDigits(a, i);
      rightEnd = endOfDigits(b, j);
      if (leftEnd - i > MOST_DIGITS || rightEnd - j > MOST_DIGITS) return 0;
      order = numericOrder(a, i, leftEnd, b, j, rightEnd);
    }
    // A mark that follows belongs to what stands before it.
    if (order !== 0) return isPlain(a, leftEnd) && isPlain(b, rightEnd) ? order : 0;
    i = leftEnd;
    j = rightEnd;
  }
  const rest = a.length - i - (b.length - j);
  return isPlain(a, i) && isPlain(b, j) ? rest : 0;
}

function rankAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit > 127 ? 0 : RANKS[unit]!;
}

function isPlain(text: string, at: number): boolean {
  return at >= text.length || rankAt(text, at) > 0;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (at < text.length && rankAt(text, at) === DIGIT_RANK) at++;
  return at;
}

/** Two runs of digits by their numbers. */
function numericOrder(a: string, from: number, to: number, b: string, bFrom: number, bTo: number): number {
  let i = from;
  let j = bFrom;
  while (i < to && a.charCodeAt(i) === 0x30) i++;
  while (j < bTo && b.charCodeAt(j) === 0x30) j++;
  const longer = to - i - (bTo - j);
  if (longer !== 0) return longer;
  for (; i < to; i++, j++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(j);
    if (difference !== 0) return difference;
  }
  return 0;
}
