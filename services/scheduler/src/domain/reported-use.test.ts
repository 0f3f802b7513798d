import { describe, expect, it } from 'vitest';
import { useOf } from './reported-use.ts';

const model = (name: string, tokens: number, costUsd?: number) => ({
  model: name,
  inputTokens: tokens,
  cacheWriteTokens: tokens,
  cachedInputTokens: tokens,
  outputTokens: tokens,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const used = (...models: ReturnType<typeof model>[]) => ({
  used: { scope: 'session' as const, provider: 'anthropic', models },
});

describe('what a run has used', () => {
  it('is the sum of its models, by the name of the largest', () => {
    const lineReport = used(model('small', 1, 0.001), model('large', 10, 0.5));
    expect(useOf(lineReport, null, 'anthropic')?.usage).toEqual({
      inputTokens: 22,
      cachedInputTokens: 11,
      outputTokens: 11,
      costCents: 51,
      provider: 'anthropic',
      model: 'large',
    });
  });

  it('has no price where one of its models has none, which is not zero', () => {
    const lineReport = used(model('a', 1, 0.5), model('b', 1));
    expect(useOf(lineReport, null, 'anthropic')?.usage.costCents).toBeNull();
    expect(useOf({ usedAtLeast: [] }, null, 'anthropic')?.usage.costCents).toBeNull();
  });

  it('stays a number that can be stored, whatever the program counts', () => {
    const lineReport = used(
      model('a', Number.MAX_SAFE_INTEGER),
      model('b', Number.MAX_SAFE_INTEGER),
    );
    expect(useOf(lineReport, null, 'p')?.usage.inputTokens).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('leaves out the counts of the session that it was offered, and of no other', () => {
    const counts = { models: [model('a', 10, 1)], unreported: [] };
    const lineReport = { session: 's-1', ...used(model('a', 15, 2)) };
    const resumed = useOf(lineReport, { offered: 's-1', counts }, 'p');
    expect(resumed?.usage).toMatchObject({ outputTokens: 5, costCents: 100 });
    expect(resumed?.counts).toMatchObject({
      sessionId: 's-1',
      of: { models: lineReport.used.models },
    });
    const another = useOf({ ...lineReport, session: 's-2' }, { offered: 's-1', counts }, 'p');
    expect(another?.usage).toMatchObject({ outputTokens: 15, costCents: 200 });
  });

  it('is not known before the program says it', () => {
    expect(useOf({ session: 's-1' }, null, 'p')).toBeUndefined();
  });
});
