import { uuid, type Environment } from './environment.ts';
import { MirabelError } from './errors.ts';
import { DAY } from './session.ts';
import type { Store } from './store.ts';
import { backoff, isTransient, type Transport } from './transport.ts';
import type { TrackKind, TrackResult } from './types.ts';

export interface EventBody {
  event_id: string;
  session_id: string;
}

/** An event that the service has not answered yet, as it is stored. */
interface Entry {
  kind: TrackKind;
  body: EventBody;
  /** When it happened, by this browser's clock. */
  at: number;
  /** The page that sends it, and until when no other page may. */
  by: string;
  until: number;
}

/** An event that this page sends. */
interface Job {
  entry: Entry;
  busy: boolean;
  /** How often the service failed over it. */
  faults: number;
  resolve: (result: TrackResult) => void;
}

const PREFIX = 'event:';
const MAX_EVENTS = 100;
/** At once; bodies of at most 16 KiB then stay below the 64 KiB that a browser lets outlive a page. */
const MAX_ACTIVE = 4;
/** Milliseconds after which another page may take an event over: more than an attempt may take. */
const LEASE = 30_000;
/** Failures after which callers are told `queued`. */
const PATIENCE = 3;
/** Milliseconds of a pause from which on callers are told so at once. */
const MAX_SILENCE = 5_000;
/** Failures of the service over one event after which it is given up. */
const MAX_FAULTS = 10;
/** An event older than this says when it happened; a younger one leaves that to the service, whose clock is right. */
const FRESH = 60_000;

const isEntry = (value: unknown, id: string): value is Entry => {
  const entry = value as Entry | null;
  return entry?.body?.event_id === id && typeof entry.at === 'number' && typeof entry.kind === 'string';
};

/**
 * Events on their way. Each is stored until the service answers, under a name of its own, so that tabs never overwrite
 * each other; the page that sends it holds a lease, and another page takes over when that page is gone. An event keeps
 * its `event_id` through all of it: what arrives twice counts once. While the service fails, one event at a time probes it.
 */
export class Outbox {
  readonly #environment: Environment;
  readonly #store: Store;
  readonly #transport: Transport;
  readonly #report: (kind: TrackKind, result: TrackResult) => void;
  readonly #page: string;
  readonly #jobs = new Map<string, Job>();
  #active = 0;
  #failures = 0;
  /** The key was refused: nothing is sent before there is another, or it is time to ask again. */
  #refused = false;
  #cancelPause: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;
  #aborter = new AbortController();

  constructor(
    environment: Environment,
    store: Store,
    transport: Transport,
    report: (kind: TrackKind, result: TrackResult) => void,
  ) {
    this.#environment = environment;
    this.#store = store;
    this.#transport = transport;
    this.#report = report;
    this.#page = uuid(environment);
    transport.onRenewed = () => this.#accepted();
    environment.onOnline(() => {
      this.#resume();
      this.adopt();
    });
  }

  /** Sends an event. Answers when the service did, or `queued` while it fails; the event is sent on from then. */
  send(kind: TrackKind, body: EventBody): Promise<TrackResult> {
    if (this.#store.names(PREFIX).length >= MAX_EVENTS) {
      const result: TrackResult = { status: 'failed', event_id: body.event_id, code: 'queue_full' };
      this.#report(kind, result);
      return Promise.resolve(result);
    }
    return new Promise((resolve) => {
      this.#add({ kind, body, at: this.#environment.now(), by: this.#page, until: 0 }, resolve);
    });
  }

  /** Looks for events of pages that are gone. */
  adopt(): void {
    if (!this.#environment.browser) return;
    this.#cancelLook?.();
    // Not at once: pages that start together would all reach for the same event.
    this.#cancelLook = this.#environment.after(500 + this.#environment.random() * 1_500, () => {
      const now = this.#environment.now();
      let next = Infinity;
      for (const name of this.#store.names(PREFIX)) {
        const id = name.slice(PREFIX.length);
        const entry = this.#store.read(name);
        if (this.#jobs.has(id)) continue;
        if (!isEntry(entry, id) || Math.abs(now - entry.at) > DAY) this.#store.remove(name);
        // A lease that ends later than any lease was taken by a clock that has been set back.
        else if (entry.until <= now || entry.until > now + LEASE) this.#claim(entry);
        else next = Math.min(next, entry.until - now);
      }
      if (next < Infinity) this.#cancelLook = this.#environment.after(next, () => this.adopt());
    });
  }

  /** Drops everything, also what other pages stored. */
  clear(): void {
    this.#aborter.abort();
    this.#aborter = new AbortController();
    this.#cancelLook?.();
    for (const [id, job] of this.#jobs) job.resolve({ status: 'ignored', event_id: id, reason: 'no_consent' });
    this.#jobs.clear();
    for (const name of this.#store.names(PREFIX)) this.#store.remove(name);
  }

  /** Two pages may write their claim at the same moment: the later one stands, which both see a moment after. */
  #claim(entry: Entry): void {
    this.#hold(entry);
    this.#environment.after(100, () => {
      if (this.#isMine(entry)) this.#add(entry, () => {});
    });
  }

  #add(entry: Entry, resolve: Job['resolve']): void {
    this.#hold(entry);
    this.#jobs.set(entry.body.event_id, { entry, busy: false, faults: 0, resolve });
    if (this.#failures >= PATIENCE || this.#refused) this.#tellQueued();
    this.#pump();
  }

  #pump(): void {
    for (const job of this.#jobs.values()) {
      const limit = this.#failures > 0 ? 1 : MAX_ACTIVE;
      if (this.#cancelPause || this.#refused || this.#active >= limit) return;
      if (!job.busy) void this.#send(job);
    }
  }

  async #send(job: Job): Promise<void> {
    const { entry } = job;
    const id = entry.body.event_id;
    const { signal } = this.#aborter;
    job.busy = true;
    this.#active++;
    const outcome = await this.#attempt(entry, signal);
    this.#active--;
    job.busy = false;
    if (signal.aborted) return this.#pump();
    if (outcome instanceof MirabelError) {
      this.#failed(job, outcome);
    } else if (outcome) {
      this.#failures = 0;
      this.#end(job, outcome);
    } else {
      // Another page took it.
      this.#jobs.delete(id);
      job.resolve({ status: 'queued', event_id: id });
    }
    this.#pump();
  }

  /** One attempt: the answer, an error, or null when another page took the event. */
  async #attempt(entry: Entry, signal: AbortSignal): Promise<TrackResult | MirabelError | null> {
    if (!this.#isMine(entry)) return null;
    this.#hold(entry);
    const old = this.#environment.now() - entry.at > FRESH;
    const body = old ? { ...entry.body, timestamp: new Date(entry.at).toISOString() } : entry.body;
    try {
      return await this.#transport.attempt(`/track/${entry.kind}`, { body, signal, keepalive: true });
    } catch (error) {
      return error instanceof MirabelError ? error : new MirabelError(0, { code: 'network_error' });
    }
  }

  #failed(job: Job, error: MirabelError): void {
    const id = job.entry.body.event_id;
    const fault = { status: 'failed', event_id: id, code: error.code, errors: error.errors } as const;
    if (error.status === 401) {
      // A key that has ended is not the event's fault: this page sends it when it has another, or the next page does.
      if (this.#environment.browser && !this.#refused) {
        this.#environment.after(this.#transport.untilRenewal, () => this.#accepted());
      }
      this.#refused = true;
      return this.#tellQueued();
    }
    if (error.status >= 500) job.faults++;
    if (!isTransient(error) || job.faults >= MAX_FAULTS) return this.#end(job, fault);
    // To the end of the line: it may be this event alone that the service fails over.
    this.#jobs.delete(id);
    this.#jobs.set(id, job);
    this.#failures++;
    const wait = backoff(this.#environment, this.#failures, error);
    if (this.#failures >= PATIENCE || wait > MAX_SILENCE) {
      // A server's request ends: nobody would send these later.
      if (!this.#environment.browser) return this.#giveUp(error);
      this.#tellQueued();
    }
    this.#cancelPause ??= this.#environment.after(wait, () => this.#resume());
  }

  #accepted(): void {
    this.#refused = false;
    this.#pump();
  }

  #giveUp({ code }: MirabelError): void {
    for (const [event_id, job] of this.#jobs) if (!job.busy) this.#end(job, { status: 'failed', event_id, code });
    this.#failures = 0;
  }

  #resume(): void {
    this.#cancelPause?.();
    this.#cancelPause = undefined;
    this.#pump();
  }

  #end(job: Job, result: TrackResult): void {
    this.#jobs.delete(job.entry.body.event_id);
    this.#store.remove(PREFIX + job.entry.body.event_id);
    job.resolve(result);
    this.#report(job.entry.kind, result);
  }

  #tellQueued(): void {
    for (const [id, job] of this.#jobs) job.resolve({ status: 'queued', event_id: id });
  }

  #isMine({ body: { event_id } }: Entry): boolean {
    const stored = this.#store.read(PREFIX + event_id);
    return isEntry(stored, event_id) && stored.by === this.#page;
  }

  #hold(entry: Entry): void {
    entry.by = this.#page;
    entry.until = this.#environment.now() + LEASE;
    this.#store.write(PREFIX + entry.body.event_id, entry);
  }
}
