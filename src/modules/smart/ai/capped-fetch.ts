/** A thousand verdicts are some 200 KB. */
const MAX_ANSWER_BYTES = 2 << 20;

export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError';
}

/** `fetch` that follows no redirect, so that the key goes nowhere else, and reads a bounded answer. */
export async function cappedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, { ...init, redirect: 'error' });
  if (!answer.body) return answer;
  let bytes = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) controller.error(new AnswerTooLargeError(`more than ${MAX_ANSWER_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(cap), { status, statusText, headers });
}
