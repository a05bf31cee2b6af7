/** Days of a time zone, which have 23 to 25 hours where clocks change. A day is written `2026-11-28`. */
export interface LocalDay {
  day: string;
  /** Milliseconds since 1970; `end` is excluded. */
  start: number;
  end: number;
}

const HOUR = 3_600_000;
const MAX_CACHED = 2_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const cached = new Map<string, LocalDay>();

function format(zone: string): Intl.DateTimeFormat {
  let known = formats.get(zone);
  if (!known) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    // Swedish writes dates as ISO does.
    known = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...parts,
    });
    formats.set(zone, known);
  }
  return known;
}

const nameOf = (time: number, zone: string): string => format(zone).format(time);

/** The calendar day `days` later; a matter of dates alone. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The day with this date. A border is looked for between two instants that lie on either side of it in every zone, to the
 * second, so that no rule about clock changes has to be known.
 */
export function localDay(day: string, zone: string): LocalDay {
  const key = `${zone} ${day}`;
  const known = cached.get(key);
  if (known) return known;
  const made = { day, start: startOf(day, zone), end: startOf(addDays(day, 1), zone) };
  if (cached.size >= MAX_CACHED) cached.clear();
  cached.set(key, made);
  return made;
}

export function dayAt(time: number, zone: string): LocalDay {
  const last = cached.get(`${zone} last`);
  if (last && time >= last.start && time < last.end) return last;
  const found = localDay(nameOf(time, zone), zone);
  cached.set(`${zone} last`, found);
  return found;
}

/** The first instant whose date is `day` or later (a zone that skips a whole day has none of that day). */
function startOf(day: string, zone: string): number {
  const noon = Date.parse(`${day}T00:00:00Z`);
  let before = noon - 27 * HOUR;
  let after = noon + 27 * HOUR;
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (nameOf(middle, zone) >= day) after = middle;
    else before = middle;
  }
  return after;
}

/** Every day from `first` to `last`. */
export function daysBetween(first: string, last: string, zone: string): LocalDay[] {
  const days: LocalDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(localDay(day, zone));
  return days;
}
