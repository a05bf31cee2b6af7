import { useEffect, useRef, useState } from 'react';

/** Milliseconds after the last key. */
const TYPING_MS = 200;

/** The value as it is once it has rested: what is asked of the service follows typing at that pace. */
export function useSettled<T>(value: T, ms = TYPING_MS): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** A text that is typed here and kept elsewhere, such as in the address: `keep` gets it once the typing has rested. */
export function useTyped(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const settled = useSettled(typed.trim());
  const last = useRef(kept);
  useEffect(() => {
    if (settled === last.current) return;
    last.current = settled;
    keep(settled);
  }, [settled, keep]);
  return [typed, setTyped];
}
