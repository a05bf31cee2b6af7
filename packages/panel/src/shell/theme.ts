import { useEffect, useState } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = 'mirabel-panel-theme';

function kept(): Theme {
  try {
    const value = localStorage.getItem(KEPT) as Theme;
    return THEMES.includes(value) ? value : 'system';
  } catch {
    return 'system';
  }
}

/** As early as a script may: whoever chose dark should not see a white flash. */
export function applyTheme(theme: Theme = kept()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(kept);
  useEffect(() => applyTheme(theme), [theme]);
  return [
    theme,
    (next) => {
      try {
        localStorage.setItem(KEPT, next);
      } catch {
        // Chosen for this page only.
      }
      setTheme(next);
    },
  ];
}
