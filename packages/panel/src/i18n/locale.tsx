import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

export const LOCALES = ['en', 'es', 'de', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];

/** In the language itself, as whoever looks for theirs knows it. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  fr: 'Français',
};

const KEPT = 'mirabel-panel-language';

interface LocaleChoice {
  locale: Locale;
  /** With the region of the browser: en-GB and en-US write dates differently. */
  region: string;
  choose(locale: Locale): void;
}

const Context = createContext<LocaleChoice | null>(null);

const isLocale = (value: string | null | undefined): value is Locale => LOCALES.includes(value as Locale);

/** A browser that forbids storage still has a panel. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function preferred(): Locale {
  const stored = kept();
  if (isLocale(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? 'en';
}

export function LocaleProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState(preferred);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const value = useMemo<LocaleChoice>(() => {
    const region = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${locale}-`)) ?? locale;
    const choose = (next: Locale): void => {
      try {
        localStorage.setItem(KEPT, next);
      } catch {
        // Chosen for this page only.
      }
      setLocale(next);
    };
    return { locale, region, choose };
  }, [locale]);
  return <Context value={value}>{children}</Context>;
}

export function useLocale(): LocaleChoice {
  const value = useContext(Context);
  if (!value) throw new Error('There is no LocaleProvider.');
  return value;
}
