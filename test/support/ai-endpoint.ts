import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';

export interface AiCall {
  path: string;
  headers: IncomingHttpHeaders;
  /** The body byte for byte. */
  raw: string;
  body: { model: string; messages: { role: string; content: string }[] } & Record<string, unknown>;
  pairs: { pair: number; failed: string; rescue: string }[];
}

type Answer = (call: AiCall, response: ServerResponse) => void | Promise<void>;

/** A server that speaks chat completions, well or badly, one answer a call; the last one is repeated. */
export class AiEndpoint {
  readonly calls: AiCall[] = [];
  /** All that came over its sockets, heads of requests too, since `answers`. */
  readonly received: Buffer[] = [];
  readonly url: string;
  #answers: Answer[] = [];

  private constructor(private readonly server: Server) {
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`;
  }

  static async start(): Promise<AiEndpoint> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = new AiEndpoint(server);
    server.on('connection', (socket) => socket.on('data', (bytes) => endpoint.received.push(bytes)));
    server.on('request', async (request, response) => {
      const raw = Buffer.concat(await request.toArray()).toString('utf8');
      const body = JSON.parse(raw) as AiCall['body'];
      const { pairs } = JSON.parse(body.messages[1]!.content) as Pick<AiCall, 'pairs'>;
      const call = { path: request.url ?? '', headers: request.headers, raw, body, pairs };
      endpoint.calls.push(call);
      const answer = endpoint.#answers.length > 1 ? endpoint.#answers.shift() : endpoint.#answers[0];
      await answer!(call, response);
    });
    return endpoint;
  }

  answers(...answers: Answer[]): void {
    this.#answers = answers;
    this.calls.length = 0;
    this.received.length = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export interface CompletionOptions {
  finish?: string;
  refusal?: string;
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

export function completion(content: string | null, options: CompletionOptions = {}): Answer {
  const { finish = 'stop', refusal, usage = { prompt_tokens: 1000, completion_tokens: 200 } } = options;
  const message = { role: 'assistant', content, ...(refusal ? { refusal } : {}) };
  const body = { id: 'c', object: 'chat.completion', choices: [{ index: 0, finish_reason: finish, message }], usage };
  return (_, response) => json(response, 200, body);
}

/** Judges as told by the failed query. */
export function judging(confidence: (failed: string) => number): Answer {
  return (call, response) => {
    const verdicts = call.pairs.map(({ pair, failed }) => ({
      pair,
      confidence: confidence(failed),
      kind: 'synonym',
      reason: `Said of ${failed}.`,
    }));
    completion(JSON.stringify({ verdicts }))(call, response);
  };
}

export function failing(status: number, headers: Record<string, string> = {}, message = 'no'): Answer {
  return (_, response) => json(response, status, { error: { message } }, headers);
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
