import { useEffect, useEffectEvent, useState } from 'react';

const KEPT = 'mirabel-panel-shortcuts';

/** Keys without a modifier can be switched off: voice control types letters that nobody meant (WCAG 2.1.4). */
export function useShortcutsChoice(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(KEPT) !== 'off';
    } catch {
      return true;
    }
  });
  return [
    on,
    (next) => {
      try {
        localStorage.setItem(KEPT, next ? 'on' : 'off');
      } catch {
        // Chosen for this page only.
      }
      setOn(next);
    },
  ];
}

const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]';

/** Single keys, when nothing is being typed and no dialog is open. */
export function useShortcuts(on: boolean, keys: Record<string, (() => void) | undefined>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return;
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
