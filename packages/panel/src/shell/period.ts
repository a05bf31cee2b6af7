const DAY_MS = 86_400_000;

export interface Period {
  /** Dates of the shop, both included. */
  from: string;
  to: string;
}

/** The date in a timezone, `2026-11-28`. */
export function localDate(at: Date, timeZone: string): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The last `days` days of the shop, today included. */
export const lastDays = (days: number, today: string): Period => ({ from: addDays(today, 1 - days), to: today });

/** The period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}
