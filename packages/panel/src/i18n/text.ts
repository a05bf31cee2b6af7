import { createElement, Fragment, use, type ReactNode } from 'react';
import { useLocale, type Locale } from './locale.tsx';

/** A text with `{places}`; by the plural form of `{count}` where there are several. */
export type Message = string | { readonly one: string; readonly other: string };
export type Catalogue = Record<string, Message>;
/** A translation has the keys of the English catalogue, no more and no less. */
export type Translation<C extends Catalogue> = { readonly [K in keyof C]: Message };

type Loaders<C extends Catalogue> = Record<Locale, () => Promise<{ default: Translation<C> }>>;
type Values = Record<string, string | number>;

export interface Text<C extends Catalogue> {
  (key: keyof C & string, values?: Values): string;
  /** With elements in the places. */
  rich(key: keyof C & string, values: Record<string, ReactNode>): ReactNode;
}

function form(message: Message, count: unknown, locale: Locale): string {
  if (typeof message === 'string') return message;
  const category = new Intl.PluralRules(locale).select(Number(count));
  return category === 'one' ? message.one : message.other;
}

/** Texts between the places and the values in them, in order. */
function partsOf<T>(message: string, values: Record<string, T>): (string | T)[] {
  return message.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
}

/**
 * The texts of one part of the panel. The catalogue of a language is fetched when it is first shown; until then whoever
 * asks is suspended.
 */
export function textOf<C extends Catalogue>(loaders: Loaders<C>): () => Text<C> {
  const loaded = new Map<Locale, Promise<{ default: Translation<C> }>>();
  const made = new Map<Locale, Text<C>>();
  const load = (locale: Locale) => {
    const found = loaded.get(locale) ?? loaders[locale]();
    loaded.set(locale, found);
    // A chunk that did not come is asked for again.
    found.catch(() => loaded.delete(locale));
    return found;
  };
  return () => {
    const { locale } = useLocale();
    const messages = use(load(locale)).default;
    const found = made.get(locale);
    if (found) return found;
    const text: Text<C> = Object.assign(
      (key: keyof C & string, values: Values = {}) =>
        partsOf(form(messages[key], values.count, locale), format(values, locale)).join(''),
      {
        rich: (key: keyof C & string, values: Record<string, ReactNode>) =>
          partsOf<ReactNode>(form(messages[key], values.count, locale), values).map((part, at) =>
            createElement(Fragment, { key: at }, part),
          ),
      },
    );
    made.set(locale, text);
    return text;
  };
}

function format(values: Values, locale: Locale): Record<string, string> {
  const numbers = new Intl.NumberFormat(locale);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? numbers.format(value) : value]),
  );
}
