/** What the SDK takes from the machine it runs on. Tests give their own clock, dice and storage. */
export interface Environment {
  /** False on a server: nothing is stored there and nothing works on in the background. */
  readonly browser: boolean;
  /** Local storage, or null when there is none or the browser forbids it. */
  readonly storage: Storage | null;
  /** Global Privacy Control is on. */
  readonly privacyControl: boolean;
  readonly language: string | undefined;
  /** Milliseconds since 1970, by the wall clock. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  /** Calls `work` once after `milliseconds`; what it answers takes that back. */
  after(milliseconds: number, work: () => void): () => void;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Calls `work` whenever the network comes back. */
  onOnline(work: () => void): void;
}

type WithPrivacyControl = Navigator & { globalPrivacyControl?: boolean };

/** Even looking at `localStorage` throws where the browser blocks it. */
function localStorageOf(page: Window): Storage | null {
  try {
    return page.localStorage;
  } catch {
    return null;
  }
}

export function hostEnvironment(): Environment {
  const page = typeof window === 'undefined' ? null : window;
  const browser = page ? (page.navigator as WithPrivacyControl) : null;
  return {
    browser: page !== null,
    storage: page && localStorageOf(page),
    privacyControl: browser?.globalPrivacyControl === true,
    language: browser?.language,
    now: () => Date.now(),
    random: () => Math.random(),
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    fetch: (url, init) => fetch(url, init),
    onOnline: (work) => page?.addEventListener('online', work),
  };
}

const hex = (byte: number): string => (byte + 256).toString(16).slice(1);

/** A version 4 UUID: it says nothing. */
export function uuid(environment: Environment): string {
  return written(randomBytes(environment), 4);
}

/**
 * A version 7 UUID (RFC 9562). It begins with the time, which its event tells anyway: ids that arrive together stand together in
 * the index by which the service knows repeats.
 */
export function timedUuid(environment: Environment): string {
  const bytes = randomBytes(environment);
  const time = Math.max(0, environment.now());
  for (let at = 0; at < 6; at++) bytes[at] = time / 2 ** (40 - 8 * at);
  return written(bytes, 7);
}

/** `crypto.randomUUID` is missing on pages without TLS, all of `crypto` on Node 18. */
function randomBytes(environment: Environment): Uint8Array {
  const bytes = new Uint8Array(16);
  if (globalThis.crypto) crypto.getRandomValues(bytes);
  else bytes.forEach((_, at) => (bytes[at] = environment.random() * 256));
  return bytes;
}

function written(bytes: Uint8Array, version: number): string {
  bytes[6] = (bytes[6]! & 15) | (version << 4);
  bytes[8] = (bytes[8]! & 63) | 128;
  return [...bytes]
    .map(hex)
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
