/** What a test asks and what came back; the body is parsed when it is JSON. */
export interface Answer<T = any> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

export interface AskOptions {
  key?: string;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
}

export async function ask<T = any>(
  base: string,
  method: string,
  path: string,
  options: AskOptions = {},
): Promise<Answer<T>> {
  const { key, body, raw, headers = {} } = options;
  const hasBody = body !== undefined || raw !== undefined;
  const response = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(hasBody ? { body: (raw as string | undefined) ?? JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : text) as T };
}
