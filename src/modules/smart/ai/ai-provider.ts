/**
 * The seam to a language model. Scoring asks it about pairs of queries of which it is not sure itself; without a provider
 * everything works on the scorer alone.
 */
export interface AiProvider {
  /** As it stands in a run's `ai.provider` and in the egress ledger. */
  readonly name: string;
  readonly model: string;
  /** US cents per million tokens. */
  readonly prices: { input: number; output: number };
  /**
   * The body of the request, exactly as `send` will put it on the wire: the ledger stores it before it goes.
   * `maxOutputTokens` bounds what the answer may cost.
   */
  compose(question: AiQuestion): { payload: string; maxOutputTokens: number };
  /**
   * Sends a composed payload once; the caller retries.
   * @throws AiCallError when there is no answer to read.
   */
  send(payload: string, signal: AbortSignal): Promise<AiReply>;
}

/** What leaves: two normalised queries a pair and the merchant's own notes. Nothing else has a place in it. */
export interface AiQuestion {
  pairs: readonly { failed: string; rescue: string }[];
  businessMemory: string;
}

export interface AiReply {
  /** `truncated`: the answer met its bound of tokens; `refused`: the model would not answer. */
  outcome: 'answered' | 'truncated' | 'refused';
  /** The model's words; hostile until checked. */
  text: string;
  /** Null when the provider did not say. */
  usage: TokenUsage | null;
}

export interface TokenUsage {
  input_tokens: number;
  output_tokens: number;
}

export type AiFailure = 'timeout' | 'rate_limited' | 'unavailable' | 'rejected' | 'unreadable';

/** A call without an answer. `message` may be shown to a merchant: it holds nothing that the provider sent. */
export class AiCallError extends Error {
  override name = 'AiCallError';

  constructor(
    readonly failure: AiFailure,
    message: string,
    readonly retryAfterMs: number | null = null,
    readonly usage: TokenUsage | null = null,
  ) {
    super(message);
  }

  get retryable(): boolean {
    return this.failure === 'timeout' || this.failure === 'rate_limited' || this.failure === 'unavailable';
  }
}

/** The provider in force, or null: the scorer decides alone. */
export const AI_PROVIDER = Symbol('AiProvider');
