import { plainText } from './text.ts';

/** Numbers, prices and plurals of one locale. */
export class Formats {
  readonly locale: string;
  readonly #numbers: Intl.NumberFormat;
  readonly #plurals: Intl.PluralRules;
  readonly #prices = new Map<string, Intl.NumberFormat | null>();

  constructor(locale: string) {
    this.locale = supportedLocale(locale);
    this.#numbers = new Intl.NumberFormat(this.locale);
    this.#plurals = new Intl.PluralRules(this.locale);
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  plural(value: number): Intl.LDMLPluralRule {
    return this.#plurals.select(value);
  }

  /** Null when there is no price. A currency that does not exist is shown behind the number. */
  price(amount: unknown, currency: unknown): string | null {
    const value = typeof amount === 'string' && amount.trim() ? Number(amount) : amount;
    if (typeof value !== 'number' || !Number.isFinite(value)) return null;
    const code = plainText(currency).toUpperCase();
    const format = this.#priceFormat(code);
    return format ? format.format(value) : [this.#numbers.format(value), code].filter(Boolean).join(' ');
  }

  #priceFormat(code: string): Intl.NumberFormat | null {
    if (this.#prices.has(code)) return this.#prices.get(code)!;
    let format: Intl.NumberFormat | null = null;
    try {
      if (code) format = new Intl.NumberFormat(this.locale, { style: 'currency', currency: code });
    } catch {
      // Not three letters.
    }
    if (this.#prices.size < 50) this.#prices.set(code, format);
    return format;
  }
}

function supportedLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
