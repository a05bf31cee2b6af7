import { Kept } from './kept.ts';

const kept = new Kept<'light' | 'dark' | null>('larkspur:theme', 'localStorage', null);

/** At once, before the page is drawn. */
export function applyTheme(): void {
  const theme = kept.get();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

export function showThemeSwitch(): void {
  const button = document.querySelector('[data-theme-switch]');
  const dark = (): boolean =>
    (document.documentElement.dataset['theme'] ??
      (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const draw = (): void => button?.setAttribute('aria-pressed', String(dark()));
  button?.addEventListener('click', () => {
    kept.set(dark() ? 'light' : 'dark');
    applyTheme();
    draw();
  });
  draw();
}
