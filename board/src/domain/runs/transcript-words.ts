/** What a page says of a transcript. */
import type { Used } from '@muster/cli-agents/transcript';
import { counted, figure } from '../count.ts';
import { dollars } from '../money.ts';

interface Counted {
  readonly turns: number;
  readonly calls: number;
  readonly failed: number;
}

/** `3 turns, 12 calls of tools, 2 of them failed`. */
export function sizeWords({ turns, calls, failed }: Counted): string {
  const parts = [counted(turns, 'turn')];
  if (calls > 0) parts.push(counted(calls, 'tool call'));
  if (failed > 0) parts.push(`${figure(failed)} failed`);
  return parts.join(' · ');
}

const scopes = { step: 'This turn', run: 'This run', session: 'The session so far' } as const;

/** Less than a cent is shown as such: a turn often costs less. */
const price = (usd: number): string => (usd < 0.01 ? `$${usd.toFixed(4)}` : dollars(usd * 100));

export function usedWords({ of, ...used }: Used & { readonly of: keyof typeof scopes }): string {
  const { inputTokens, cacheWriteTokens, cachedInputTokens, outputTokens, costUsd } = used;
  const input = inputTokens + cacheWriteTokens + cachedInputTokens;
  const cached = cachedInputTokens > 0 ? ` (${figure(cachedInputTokens)} from the cache)` : '';
  const cost = costUsd === undefined ? '' : `, ${price(costUsd)}`;
  return `${scopes[of]}: ${figure(input)} tokens in${cached}, ${figure(outputTokens)} out${cost}`;
}
