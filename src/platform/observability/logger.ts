import { ConsoleLogger, type LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { LogLevel } from '../../config/settings.ts';
import { currentRequestId } from './request-context.ts';

/** Where a secret may stand in what we log. */
const REDACTED = [
  'authorization',
  'key',
  'token',
  'password',
  'auth',
  'headers.authorization',
  'headers.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
  '*.authorization',
  '*.key',
  '*.token',
  '*.password',
  '*.auth',
];
/** Any of our keys inside free text, such as the message of an error. */
const KEY_SHAPE = /\bmb_(?:pk|sk|ix)_live_[0-9A-Za-z]{4,}/g;

/** Characters of lines that wait for whoever reads them. */
const WAITING = 4 * 1024 * 1024;

let dropped = 0;

/** Lines of this process that nobody took in time: a full disk or a reader that hangs must not hold up requests. */
export const droppedLines = (): number => dropped;

export function createLogger(level: LogLevel, destination?: NodeJS.WritableStream): Logger {
  return pino(
    {
      level,
      redact: { paths: REDACTED, censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      mixin: () => {
        const requestId = currentRequestId.getStore();
        return requestId === undefined ? {} : { requestId };
      },
      hooks: {
        streamWrite: (line) => line.replaceAll(KEY_SHAPE, '[redacted key]'),
      },
    },
    destination ?? standardOutput(),
  );
}

function standardOutput(): NodeJS.WritableStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: 0, maxLength: WAITING });
  output.on('drop', () => dropped++);
  return output as unknown as NodeJS.WritableStream;
}

/** Without the parameters of a failed statement: they are merchants' and shoppers' data. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return { type: error.name, message: error.message, code, stack: error.stack };
}

/** For processes without a server, such as the command line: errors only. */
export function plainLogger(): LoggerService {
  return new ConsoleLogger({ logLevels: ['error', 'fatal'], colors: false });
}
