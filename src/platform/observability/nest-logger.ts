import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** What Nest says while it wires itself matters only when someone is looking for it. */
const QUIET = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'NestApplication']);

/**
 * Nest's `Logger` on ours: `logger.warn({ err, msg })` is a line with those fields and its context. No middleware and no
 * child logger a request: the logger itself knows the request that a line is about.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.#write(QUIET.has(String(rest.at(-1))) ? 'debug' : 'info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest);
  }

  /** Nest appends the context, and before it the stack of an error that it caught itself. */
  #write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const [stack] = rest.slice(0, -1);
    if (message instanceof Error) return this.logger[level]({ context, err: message });
    if (typeof message === 'object' && message !== null) return this.logger[level]({ context, ...message });
    const about = typeof stack === 'string' ? { context, stack } : { context };
    this.logger[level](about, String(message));
  }
}
