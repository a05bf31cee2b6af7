import { uuid, type Environment } from './environment.ts';
import type { Store } from './store.ts';

export const DAY = 86_400_000;
/** A clock may be set back a little; set back further, the age of an id is unknown and the id is given up. */
const CLOCK_STEP = 60_000;
const NAME = 'session';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface StoredSession {
  id: string;
  at: number;
}

/**
 * The session of a shopper: a UUID that lives 24 hours from its creation; use does not prolong it (API document,
 * sections 1 and 8). Read anew each time, so that all tabs agree.
 */
export class Session {
  readonly #environment: Environment;
  readonly #store: Store;
  readonly #given: string | undefined;

  constructor(environment: Environment, store: Store, given: string | undefined) {
    this.#environment = environment;
    this.#store = store;
    this.#given = given;
  }

  id(): string {
    if (this.#given) return this.#given;
    const now = this.#environment.now();
    const stored = this.#store.read(NAME) as StoredSession | null;
    if (stored && UUID.test(stored.id) && stored.at <= now + CLOCK_STEP && now < stored.at + DAY) return stored.id;
    const made: StoredSession = { id: uuid(this.#environment), at: now };
    this.#store.write(NAME, made);
    return made.id;
  }
}
