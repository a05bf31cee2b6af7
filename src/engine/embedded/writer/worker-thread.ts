import { Worker } from 'node:worker_threads';
import { EngineError } from '../../port/index.ts';
import type { BuiltSegment } from '../segment/segment-writer.ts';
import type { WorkerReply, WorkerRequest } from './segment-worker.ts';

interface Pending {
  resolve(built: BuiltSegment): void;
  reject(error: Error): void;
}

/** Sources run as they are (type stripping), the build has JavaScript beside this file. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './segment-worker.ts' : './segment-worker.js';

/** A small nursery: what a build makes dies with it, and a large one is memory that stays. */
const LIMITS = { maxYoungGenerationSizeMb: 16 };
/** A thread without work for so long ends, ms: its heap is some 50 MiB. */
const IDLE = 5_000;

/**
 * One thread, started with its first task and again after a crash; it does not keep the process alive unless a task is
 * running. Tasks that a crash cut off are rejected: their data is still with the caller.
 */
export class WorkerThread {
  #worker: Worker | null = null;
  #nextTask = 1;
  #idle: NodeJS.Timeout | undefined;
  /** Parts of a task were sent that nobody has asked the result of yet. */
  #parts = false;
  readonly #pending = new Map<number, Pending>();

  /** A number under which parts of one task are sent. */
  newTask(): number {
    return this.#nextTask++;
  }

  /** Sends a part of a task that has no answer of its own. */
  send(request: WorkerRequest, transfer: ArrayBuffer[] = []): void {
    this.#parts = true;
    this.#start().postMessage(request, transfer);
  }

  run(request: WorkerRequest): Promise<BuiltSegment> {
    const { promise, resolve, reject } = Promise.withResolvers<BuiltSegment>();
    this.#pending.set(request.task, { resolve, reject });
    this.#parts = false;
    const worker = this.#start();
    worker.ref();
    worker.postMessage(request, []);
    return promise;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#fail(new EngineError('the engine is closed'));
    await worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { resourceLimits: LIMITS });
    worker.unref();
    worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    worker.on('error', (error: Error) => this.#lost(worker, error));
    worker.on('exit', (code) => this.#lost(worker, new EngineError(`the segment worker ended with code ${code}`)));
    this.#worker = worker;
    return worker;
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.task);
    this.#pending.delete(reply.task);
    if (this.#pending.size === 0) this.#rest();
    if ('built' in reply) pending?.resolve(reply.built);
    else pending?.reject(new EngineError(reply.error));
  }

  #rest(): void {
    const worker = this.#worker;
    worker?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#worker !== worker || this.#pending.size > 0 || this.#parts) return;
      this.#worker = null;
      void worker?.terminate();
    }, IDLE).unref();
  }

  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#fail(error);
  }

  #fail(error: Error): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }
}
