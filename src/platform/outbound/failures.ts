import { OutboundError } from './outbound-error.ts';

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const CUT = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_STREAM_PREMATURE_CLOSE']);
const TLS = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** What undici, the socket or the resolver reported, as something a merchant can act on. */
export function explainFailure(error: unknown, timedOut: boolean): Error {
  const own = findOwn(error);
  if (own) return own;
  const { code = '' } = (error ?? {}) as { code?: string };
  const options = { retryable: true, cause: error };
  if (timedOut || TIMEOUTS.has(code)) return new OutboundError('timeout', 'It did not answer in time.', options);
  if (CUT.has(code)) return new OutboundError('truncated', 'The answer ends too early.', options);
  if (TLS.test(code)) {
    return new OutboundError(
      'tls_failed',
      'No secure connection: its certificate or its TLS is not accepted.',
      options,
    );
  }
  return new OutboundError('connection_failed', 'The connection failed or was cut.', options);
}

/** The look-up's own error comes wrapped by the connection that it stopped. */
function findOwn(error: unknown): OutboundError | null {
  let at = error as { cause?: unknown; errors?: unknown[] } | undefined;
  for (let depth = 0; at && depth < 5; depth++) {
    if (at instanceof OutboundError) return at;
    const nested = at.errors?.find((part) => part instanceof OutboundError);
    if (nested instanceof OutboundError) return nested;
    at = at.cause as typeof at;
  }
  return null;
}

/** Seconds, from a number or a date. */
export function retryAfterOf(header: string | undefined, now = Date.now()): number | null {
  if (!header) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
