import { describe, expect, it } from 'vitest';
import { unknownUseOf, useOf } from './reported-use.ts';

const modelOf = (name: string, tokens: number, costUsd?: number) => ({
  model: name,
  inputTokens: tokens,
  cacheWriteTokens: tokens,
  cachedInputTokens: tokens,
  outputTokens: tokens,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const used = (...models: ReturnType<typeof modelOf>[]) => ({
  used: { scope: 'session' as const, provider: 'anthropic', models },
});

const terms = { provider: 'anthropic', isMetered: true, prices: { models: {} } };

describe('what a run has used', () => {
  it('is the sum of its models, by the name of the largest', () => {
    const lineReport = used(modelOf('small', 1, 0.001), modelOf('large', 10, 0.5));
    expect(useOf(lineReport, null, terms)?.usage).toEqual({
      inputTokens: 22,
      cachedInputTokens: 11,
      outputTokens: 11,
      costCents: 51,
      priceStatus: 'measured',
      provider: 'anthropic',
      model: 'large',
    });
  });

  it('has no price where one of its models has none, which is not zero', () => {
    const lineReport = used(modelOf('a', 1, 0.5), modelOf('b', 1));
    expect(useOf(lineReport, null, terms)?.usage.costCents).toBeNull();
    expect(useOf({ usedAtLeast: [] }, null, terms)?.usage.costCents).toBeNull();
  });

  it('stays a number that can be stored, whatever the program counts', () => {
    const lineReport = used(
      modelOf('a', Number.MAX_SAFE_INTEGER),
      modelOf('b', Number.MAX_SAFE_INTEGER),
    );
    expect(useOf(lineReport, null, terms)?.usage.inputTokens).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('leaves out the counts of the session that it was offered, and of no other', () => {
    const counts = { models: [modelOf('a', 10, 1)], unreported: [] };
    const lineReport = { session: 's-1', ...used(modelOf('a', 15, 2)) };
    const resumed = useOf(lineReport, { offered: 's-1', counts }, terms);
    expect(resumed?.usage).toMatchObject({ outputTokens: 5, costCents: 100 });
    expect(resumed?.counts).toMatchObject({
      sessionId: 's-1',
      of: { models: lineReport.used.models },
    });
    const another = useOf({ ...lineReport, session: 's-2' }, { offered: 's-1', counts }, terms);
    expect(another?.usage).toMatchObject({ outputTokens: 15, costCents: 200 });
  });

  it('is of the configured model where the program names none', () => {
    const usage = (model?: string) =>
      useOf(used(modelOf('unknown', 1)), null, { ...terms, model })?.usage.model;
    expect([usage('m-1'), usage()]).toEqual(['m-1', 'unknown']);
  });

  it('is not known before the program says it', () => {
    expect(useOf({ session: 's-1' }, null, terms)).toBeUndefined();
  });
});

describe('what a run has used that never said so', () => {
  it.each([
    ['it was ended at its work', { begun: true }, 'unknown'],
    ['its turn failed for no known reason', { begun: true, ended: { ok: false } }, 'unknown'],
    ['it had not begun', {}, undefined],
    ['it was refused', { begun: true, ended: { ok: false, code: 'auth_required' } }, undefined],
    ['answers have shown it', { begun: true, usedAtLeast: [modelOf('a', 1)] }, undefined],
    ['it has said so', { begun: true, ...used(modelOf('a', 1)) }, undefined],
  ] as const)('where %s', (_, lineReport, priceStatus) => {
    expect(unknownUseOf(lineReport, terms)?.usage.priceStatus).toBe(priceStatus);
  });
});
