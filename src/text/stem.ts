import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { GenerationCache } from '../kernel/generation-cache.ts';
import { isCode } from './joined.ts';
import { looseForm } from './loose.ts';

type Stemmer = (word: string) => string;

/** Snowball algorithms (Porter) by primary language subtag (BCP 47). */
const STEMMERS: Readonly<Record<string, Stemmer>> = {
  ar: arabic,
  bg: bulgarian,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nb: norwegian,
  nl: dutch,
  nn: norwegian,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
};

/** The vocabulary asked for is small and repeats; a stemmer costs 1 to 5 µs a word, the cache 0.1. */
const caches = new Map<string, GenerationCache<string>>();
const CACHED_WORDS = 25_000;
/** Below this a stem says nothing about its word. */
const MIN_STEM = 2;

/**
 * Stem of a normalised word in a language (BCP 47; only the language counts). The word itself for an unknown language,
 * for codes and for words that a stemmer would eat up. Never throws.
 */
export function stem(word: string, locale: string): string {
  const language = primaryLanguage(locale);
  const stemmer = Object.hasOwn(STEMMERS, language) ? STEMMERS[language] : undefined;
  if (!stemmer || word.length <= MIN_STEM || isCode(word)) return word;
  let cache = caches.get(language);
  if (!cache) caches.set(language, (cache = new GenerationCache(CACHED_WORDS)));
  const known = cache.get(word);
  if (known !== undefined) return known;
  const result = safeStem(stemmer, language, word);
  cache.set(word, result);
  return result;
}

/** Whether words of this language have stems here at all. */
export function hasStemmer(locale: string): boolean {
  return Object.hasOwn(STEMMERS, primaryLanguage(locale));
}

function primaryLanguage(locale: string): string {
  if (locale.length === 2) return locale;
  const end = locale.search(/[-_]/);
  return (end < 0 ? locale : locale.slice(0, end)).toLowerCase();
}

function safeStem(stemmer: Stemmer, language: string, word: string): string {
  try {
    // The Greek algorithm knows words without tonos only.
    const result = stemmer(language === 'el' ? looseForm(word) : word);
    return typeof result === 'string' && result.length >= MIN_STEM ? result : word;
  } catch {
    return word;
  }
}
