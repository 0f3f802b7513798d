import { describe, expect, it } from 'vitest';
import { sizeWords, usedWords } from './transcript-words.ts';

describe('the words of a transcript', () => {
  it('count turns, and calls where there are any', () => {
    expect(sizeWords({ turns: 1, calls: 0, failed: 0 })).toBe('1 turn');
    expect(sizeWords({ turns: 3, calls: 12, failed: 2 })).toBe(
      '3 turns · 12 tool calls · 2 failed',
    );
  });

  it('say what was used, and a price of less than a cent', () => {
    const used = {
      inputTokens: 90,
      cacheWriteTokens: 10,
      cachedInputTokens: 1_000,
      outputTokens: 20,
    };
    expect(usedWords({ of: 'step', ...used, costUsd: 0.0009 })).toBe(
      'This turn: 1,100 tokens in (1,000 from the cache), 20 out, $0.0009',
    );
    expect(usedWords({ of: 'session', ...used, cachedInputTokens: 0 })).toBe(
      'The session so far: 100 tokens in, 20 out',
    );
  });
});
