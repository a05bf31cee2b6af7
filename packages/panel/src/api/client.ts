import createClient from 'openapi-fetch';
import type { components, paths } from './wire.ts';
import { refusalOf, Unreachable } from './problem.ts';

export type Schemas = components['schemas'];

const TIMEOUT_MS = 30_000;

/** Fetches, or throws `Refusal` or `Unreachable`: whoever gets an answer got a good one. */
export async function send(request: Request): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(request, { signal: AbortSignal.any([request.signal, timeout]) });
  } catch (error) {
    // Whoever cancelled knows.
    if (request.signal.aborted) throw error;
    throw new Unreachable(timeout.aborted, error);
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** Says that the request comes from the panel: without it the service takes no session. */
const headers = { 'X-Mirabel-Panel': '1' };

/** Every route of `/v1`, typed from openapi.json. Failures are thrown. */
export const api = createClient<paths>({ baseUrl: '/', headers, fetch: send, credentials: 'same-origin' });

/** The data of an answer; `send` has thrown when there is none. */
export async function read<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}

/** A route of the panel's own, `/panel/api/…`. */
export async function panelApi<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const request = new Request(`/panel/api/${path}`, {
    method,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    credentials: 'same-origin',
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });
  const response = await send(request);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
