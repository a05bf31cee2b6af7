import type OpenAI from 'openai';
import { AiCallError, type AiProvider, type AiQuestion, type AiReply, type TokenUsage } from './ai-provider.ts';
import { AnswerTooLargeError, cappedFetch } from './capped-fetch.ts';
import { ANSWER_SCHEMA, answerTokens, INSTRUCTIONS, questionText } from './question.ts';

export interface OpenAiOptions {
  baseUrl: string;
  /** Null: the endpoint asks for none, as a model server of one's own. */
  apiKey: string | null;
  model: string;
  prices: { input: number; output: number };
  timeoutMs?: number;
}

interface Completion {
  choices?: { finish_reason?: unknown; message?: { content?: unknown; refusal?: unknown } }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown };
}

const TIMEOUT_MS = 60_000;
const NO_COMPLETION = 'The AI provider sent an answer that is no chat completion.';
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Chat completions with a strict JSON schema, as OpenAI defines them and many servers speak them. */
export class OpenAiProvider implements AiProvider {
  readonly name = 'openai-compatible';
  readonly model: string;
  readonly prices: { input: number; output: number };
  /** Newer models of OpenAI know only the second name, many other servers only the first. */
  #limitField: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';
  #client: Promise<OpenAI> | null = null;

  constructor(private readonly options: OpenAiOptions) {
    this.model = options.model;
    this.prices = options.prices;
  }

  compose(question: AiQuestion): { payload: string; maxOutputTokens: number } {
    const maxOutputTokens = answerTokens(question.pairs.length);
    const payload = JSON.stringify({
      model: this.model,
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: questionText(question) },
      ],
      response_format: { type: 'json_schema', json_schema: ANSWER_SCHEMA },
      [this.#limitField]: maxOutputTokens,
    });
    return { payload, maxOutputTokens };
  }

  async send(payload: string, signal: AbortSignal): Promise<AiReply> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    // The client's own limit ends with the headers; an answer that trickles in is ended by ours.
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    try {
      // A body that is a text already goes out byte for byte, as the ledger has it.
      const body = await client.post<Completion>('/chat/completions', {
        body: payload,
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.any([signal, deadline]),
      });
      return readCompletion(body);
    } catch (error) {
      if (error instanceof AiCallError) throw error;
      if (signal.aborted) throw signal.reason;
      throw await this.#failure(error, deadline.aborted);
    }
  }

  /** Loaded when there is a provider to talk to: the library is large. */
  async #connect(): Promise<OpenAI> {
    const { OpenAI: Client } = await import('openai');
    return new Client({
      baseURL: this.options.baseUrl,
      apiKey: this.options.apiKey ?? 'none',
      maxRetries: 0,
      timeout: this.#timeoutMs,
      fetch: cappedFetch,
      logLevel: 'off',
      organization: null,
      project: null,
    });
  }

  async #failure(error: unknown, late: boolean): Promise<AiCallError> {
    const { APIConnectionTimeoutError, APIError } = await import('openai');
    if (late || error instanceof APIConnectionTimeoutError) {
      return new AiCallError('timeout', `The AI provider did not answer within ${this.#timeoutMs / 1000} s.`);
    }
    if (error instanceof SyntaxError || error instanceof AnswerTooLargeError)
      return new AiCallError('unreadable', NO_COMPLETION);
    if (!(error instanceof APIError) || error.status === undefined) {
      return new AiCallError('unavailable', 'The AI provider could not be reached.');
    }
    if (error.status === 400 && /max_completion_tokens/.test(error.message) && this.#limitField === 'max_tokens') {
      this.#limitField = 'max_completion_tokens';
      return new AiCallError('unavailable', 'The AI provider asks for max_completion_tokens.', 0);
    }
    return failureOfStatus(error.status, retryAfterMs(error.headers));
  }

  get #timeoutMs(): number {
    return this.options.timeoutMs ?? TIMEOUT_MS;
  }
}

function failureOfStatus(status: number, retryAfter: number | null): AiCallError {
  if (status === 429) return new AiCallError('rate_limited', 'The AI provider limits our calls (429).', retryAfter);
  if (status >= 500 || status === 408) {
    return new AiCallError('unavailable', `The AI provider answered ${status}.`, retryAfter);
  }
  const cause = status === 401 || status === 403 ? 'refused our key; look at AI_API_KEY' : 'refused the request';
  return new AiCallError('rejected', `The AI provider ${cause} (${status}).`);
}

function retryAfterMs(headers: Headers | undefined): number | null {
  const value = headers?.get('retry-after');
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null;
}

function readCompletion(body: Completion): AiReply {
  const usage = readUsage(body?.usage);
  const choice = Array.isArray(body?.choices) ? body.choices[0] : undefined;
  const { content, refusal } = choice?.message ?? {};
  const refused = (typeof refusal === 'string' && refusal !== '') || choice?.finish_reason === 'content_filter';
  if (refused) return { outcome: 'refused', text: '', usage };
  if (typeof content !== 'string') throw new AiCallError('unreadable', NO_COMPLETION, null, usage);
  return { outcome: choice?.finish_reason === 'length' ? 'truncated' : 'answered', text: content, usage };
}

const MAX_TOKENS = 100_000_000;

function readUsage(usage: Completion['usage']): TokenUsage | null {
  const [input, output] = [usage?.prompt_tokens, usage?.completion_tokens];
  return isCount(input) && isCount(output) ? { input_tokens: input, output_tokens: output } : null;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS;
