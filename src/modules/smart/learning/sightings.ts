/** One search of a session, a chain of keystrokes being one; in the order of time. */
export interface Step {
  /** Milliseconds since 1970. */
  at: number;
  /** Normalised. */
  query: string;
  typed: string;
  results: number;
  clicked: boolean;
  bought: boolean;
  items: readonly string[];
}

/** A query that failed in a session, and what rescued it there. */
export interface Sighting {
  at: number;
  failed: string;
  failedTyped: string;
  resultsFailed: number;
  rescue: { query: string; typed: string; results: number; bought: boolean; items: readonly string[] } | null;
}

/** Whoever searches again later than this has turned to something else. */
const REPHRASE_WITHIN = 10 * 60_000;
/** A shopper tries a second and a third wording before giving up. */
const ATTEMPTS = 3;
const MAX_ITEMS = 3;

/**
 * Failed searches of a session, each query once. A search failed when it had no results, or no click and another search
 * followed. The first of the next searches that had results and a click or a purchase rescued it, unless it only has some
 * words more or less: that narrows or widens, and says nothing about what words mean.
 */
export function sightingsOf(steps: readonly Step[]): Sighting[] {
  const succeeded = new Set(steps.filter(succeeds).map(({ query }) => query));
  const found = new Map<string, Sighting>();
  steps.forEach((step, index) => {
    if (succeeded.has(step.query)) return;
    const followers = followersOf(steps, index);
    if (step.results > 0 && followers.length === 0) return;
    const rescue = followers.find((next) => succeeds(next) && !isPartOf(step.query, next.query)) ?? null;
    if (found.get(step.query)?.rescue || (found.has(step.query) && !rescue)) return;
    found.set(step.query, {
      at: step.at,
      failed: step.query,
      failedTyped: step.typed,
      resultsFailed: step.results,
      rescue: rescue && {
        query: rescue.query,
        typed: rescue.typed,
        results: rescue.results,
        bought: rescue.bought,
        items: [...new Set(rescue.items)].slice(0, MAX_ITEMS),
      },
    });
  });
  return [...found.values()];
}

const succeeds = (step: Step): boolean => step.results > 0 && (step.clicked || step.bought);

function followersOf(steps: readonly Step[], index: number): Step[] {
  const step = steps[index]!;
  return steps
    .slice(index + 1, index + 1 + ATTEMPTS)
    .filter((next) => next.at - step.at <= REPHRASE_WITHIN && next.query !== step.query);
}

/** All words of one are words of the other. */
function isPartOf(a: string, b: string): boolean {
  const [few, many] = [new Set(a.split(' ')), new Set(b.split(' '))].sort((x, y) => x.size - y.size) as [
    Set<string>,
    Set<string>,
  ];
  return few.isSubsetOf(many);
}
