import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/**
 * Filters that live in the address, so that a view can be kept, shared and gone back to. A default is not written down.
 * What the address says is anybody's text: `allowed` names the values of a filter that has only some.
 */
export function useFilters<F extends Record<string, string>>(
  defaults: F,
  allowed: { readonly [K in keyof F]?: readonly string[] } = {},
): [F, (patch: Partial<F>) => void] {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => {
    const entries = Object.entries(defaults).map(([name, fallback]) => {
      const value = params.get(name);
      return [name, value !== null && (allowed[name]?.includes(value) ?? true) ? value : fallback];
    });
    return Object.fromEntries(entries) as F;
  }, [params, defaults, allowed]);
  const change = useCallback(
    (patch: Partial<F>) => {
      setParams(
        (before) => {
          for (const [name, value] of Object.entries(patch)) {
            if (value === undefined || value === defaults[name]) before.delete(name);
            else before.set(name, value);
          }
          return before;
        },
        { replace: true },
      );
    },
    [setParams, defaults],
  );
  return [filters, change];
}
