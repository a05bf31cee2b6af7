import type { components } from './wire.ts';

type ProblemDocument = components['schemas']['Problem'];

/** The service answered with a problem of its catalogue. `code` is one of docs/errors.md, `status` the HTTP status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly requestId: string | null,
    readonly fields: readonly { field: string; message: string }[] = [],
  ) {
    super(detail);
  }
}

/** No answer came: the network, the service, or 30 seconds were gone. */
export class Unreachable extends Error {
  constructor(
    readonly timedOut: boolean,
    cause: unknown,
  ) {
    super(timedOut ? 'timeout' : 'unreachable', { cause });
  }
}

/** What is known of an answer that is no success; a proxy's page is none of ours. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const requestId = response.headers.get('x-request-id');
  try {
    const problem = (await response.json()) as Partial<ProblemDocument>;
    const detail = typeof problem.detail === 'string' ? problem.detail : response.statusText;
    return new Refusal(
      response.status,
      problem.code ?? 'unknown',
      detail,
      problem.request_id ?? requestId,
      problem.errors ?? [],
    );
  } catch {
    return new Refusal(response.status, 'unknown', response.statusText, requestId);
  }
}

export const isRefusal = (error: unknown, status: number): error is Refusal =>
  error instanceof Refusal && error.status === status;
