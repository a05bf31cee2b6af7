import { Big } from 'big.js';
import type { AiProvider, TokenUsage } from './ai-provider.ts';

/** Exact US cents, with their fractions. */
export function costCents({ prices }: Pick<AiProvider, 'prices'>, usage: TokenUsage): Big {
  const input = new Big(usage.input_tokens).times(prices.input);
  const output = new Big(usage.output_tokens).times(prices.output);
  return input.plus(output).div(1_000_000);
}

/** What a provider puts around the messages. */
const FRAME_TOKENS = 100;

/** No tokeniser makes more tokens than there are bytes, so this is never under the bill. */
export function mostUsage(payload: string, maxOutputTokens: number): TokenUsage {
  return { input_tokens: Buffer.byteLength(payload) + FRAME_TOKENS, output_tokens: maxOutputTokens };
}

export const wholeCents = (cents: Big): number => cents.round(0, Big.roundUp).toNumber();
