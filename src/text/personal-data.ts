import { isIP } from 'node:net';

/**
 * Shapes of personal data in a query: what has one is neither kept as evidence nor shown to an AI provider. Better a code
 * too many is held back than a person's number let through. Names alone have no shape: the gate of three sessions is
 * their protection.
 */
export type PersonalData = 'email' | 'phone' | 'card' | 'iban' | 'order' | 'address' | 'device';

const EMAIL = /[^\s@]+\s?(?:@|\(at\)|\[at\])\s?[^\s@]+\.[^\s@]{2,}|[^\s@]@[^\s@]/iu;
/** Seven digits and more, whatever stands between them. */
const LONG_NUMBER = /\+?(?:\d[ ()./\u2010-\u2015-]{0,3}){7,}/gu;
const IBAN = /\b[a-z]{2} ?\d{2}(?: ?[a-z0-9]){11,30}\b/iu;
const ORDER_WORD =
  /(?:^|[^\p{L}])(?:orders?|bestell\p{L}*|auftrag\p{L}*|commande|pedido|encomenda|ordine|ordre|zam[oó]wieni\p{L}|заказ\p{L}*|注文|invoice|rechnung\p{L}*|facture|factura|fattura|tracking|sendungs?\p{L}*|kunden?nummer|customer|rma|ticket)(?=[^\p{L}]|\d)[^\d]{0,16}\d{3,}/iu;
const ORDER_NUMBER = /#\s?\d{4,}|\bORD[-_ ]?[A-Z0-9-]*\d{3,}|\b1Z[0-9A-Z]{16}\b|\b[A-Z]{2}\d{9}[A-Z]{2}\b/iu;
const STREETS = [
  // 12 Oak Street, 5b Park Lane
  /\b\d{1,5}[a-z]?,?\s+(?:\p{L}+\.?\s+){1,4}(?:street|avenue|ave|road|rd|lane|drive|boulevard|blvd|court|terrace|crescent|square|close|way)\b/iu,
  // Hauptstr. 5, Lindenweg 12a, Kerkstraat 3
  /\p{L}{2,}(?:str(?:asse|aße|\.)?|straat|weg|gasse|platz|allee|ufer|laan|plein|gracht|kade|gatan|vägen|gade|vej)\.?\s?\d{1,4}\s?[a-z]?\b/iu,
  // 12 rue de la Paix, Calle Mayor 5, Via Roma 10, ulica Długa 7
  /\b\d{1,4},?\s+(?:bis\s+|ter\s+)?(?:rue|avenue|boulevard|chemin|impasse|all[ée]e|quai|place)\s+\p{L}/iu,
  /\b(?:calle|avenida|avda|plaza|paseo|rua|travessa|via|viale|piazza|corso|ulica|ul\.|ulitsa|улица|ул\.)\s+(?:\p{L}+\.?,?\s+){1,4}(?:n[º°o.]{0,2}\s?)?\d{1,4}\b/iu,
  // 1-2-3 番地
  /\d{1,4}(?:丁目|番地|番|号)|〒\s?\d{3}-?\d{4}/u,
  // UK and Canadian post codes, and five digits with a town are too common as codes: only the first two have a shape.
  /\b[a-z]{1,2}\d[a-z\d]?\s\d(?!(?:gb|tb|mb|kb|mm|cm|km|kg|ml|cl|hz|in|ft|oz|lb|kw|wh|mp|pc|xl)\b)[abd-hjlnp-uw-z]{2}\b/iu,
  /\b[abceghj-nprstvxy]\d[a-z]\s\d[a-z]\d\b/iu,
];

/** What ids of sessions look like (UUID, RFC 9562). */
const UUID = /(?<![\da-f])[\da-f]{8}(?:[- ]?[\da-f]{4}){3}[- ]?[\da-f]{12}(?![\da-f])/iu;
/** Where an address of a computer may stand: with colons, or with three dots. */
const HOST =
  /(?<![\p{L}\d:.])[\da-f:]*:[\da-f:.]+(?![\p{L}\d])|(?<![\p{L}\d:.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\d])/giu;

/** The first shape found in the text as typed, or null. */
export function personalDataIn(typed: string): PersonalData | null {
  const text = plainOf(typed);
  if (EMAIL.test(text)) return 'email';
  if (hasIban(text)) return 'iban';
  if (UUID.test(text) || (text.match(HOST) ?? []).some((host) => isIP(host) !== 0)) return 'device';
  if (ORDER_WORD.test(text) || ORDER_NUMBER.test(text)) return 'order';
  const number = numberIn(text);
  if (number) return number;
  return STREETS.some((street) => street.test(text)) ? 'address' : null;
}

/** In one way of writing: without invisible characters, digits of any script as 0 to 9. */
function plainOf(typed: string): string {
  if (/^[\x20-\x7e]*$/.test(typed)) return typed;
  const visible = typed.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return visible.replaceAll(/(?![0-9])\p{Nd}/gu, valueOf);
}

/** Unicode encodes the digits of a script in a row, from zero on (The Unicode Standard, 4.6). */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

function numberIn(text: string): 'card' | 'phone' | null {
  for (const [run] of text.matchAll(LONG_NUMBER)) {
    const digits = run.replaceAll(/\D/g, '');
    if (digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)) return 'card';
    // The number on a product's package (GTIN) is what people look a product up by.
    if (!run.startsWith('+') && run.trim() === digits && isGtin(digits)) continue;
    return 'phone';
  }
  return null;
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}

/** GS1 General Specifications, 7.9: the last digit checks the others. */
function isGtin(digits: string): boolean {
  if (![8, 12, 13, 14].includes(digits.length)) return false;
  let sum = 0;
  for (let at = 1; at < digits.length; at++) sum += Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 3 : 1);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** ISO 13616: the rest of 97 is 1. */
function hasIban(text: string): boolean {
  const match = IBAN.exec(text);
  if (!match) return false;
  const compact = match[0].replaceAll(' ', '').toUpperCase();
  const moved = compact.slice(4) + compact.slice(0, 4);
  let rest = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
