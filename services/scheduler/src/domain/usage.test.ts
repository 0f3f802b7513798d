import { describe, expect, it } from 'vitest';
import { readOutputLine } from './output-line.ts';

const read = (line: string) => {
  const report = readOutputLine(line, { nonce: 'n-1', believesUnmarkedLines: true });
  return report === 'ignored' ? undefined : report?.usage;
};

const full = {
  inputTokens: 10,
  outputTokens: 5,
  cachedInputTokens: 2,
  costCents: 3,
  provider: 'p',
  model: 'm',
};

describe('the usage in a line of output', () => {
  it('is read from an object with `usage`, whatever else is in it', () => {
    expect(read(JSON.stringify({ type: 'result', usage: full }))).toEqual(full);
    expect(read(`  ${JSON.stringify({ usage: full })}\r`)).toEqual(full);
  });

  it('has only characters that can be stored', () => {
    const line = JSON.stringify({ usage: { ...full, provider: 'p\0', model: 'm\uD800' } });
    expect(read(line)).toEqual({ ...full, provider: 'p\uFFFD', model: 'm\uFFFD' });
  });

  it('has an unknown price where none is reported', () => {
    expect(read('{"usage":{"inputTokens":1}}')).toEqual({
      inputTokens: 1,
      outputTokens: 0,
      cachedInputTokens: 0,
      costCents: null,
      provider: 'unknown',
      model: 'unknown',
    });
  });

  it.each([
    [0.03, 3],
    [0.0301, 4],
    [0.001, 1],
    [0, 0],
    [1.1, 110],
    [0.29, 29],
  ])('rounds %f dollars up to %i cents', (costUsd, costCents) => {
    expect(read(JSON.stringify({ usage: { costUsd } }))?.costCents).toBe(costCents);
  });

  it('prefers cents to dollars', () => {
    expect(read('{"usage":{"costUsd":9,"costCents":1}}')?.costCents).toBe(1);
  });

  it.each([
    'usage',
    '',
    '{',
    '{"usage":3}',
    '{"usage":null}',
    '["usage"]',
    '{"usage":{"costCents":-1}}',
    '{"usage":{"inputTokens":"many"}}',
    'log: {"usage":{}}',
    '{"other":{"usage":{}}}',
  ])('is not read from %j', (line) => {
    expect(read(line)).toBeUndefined();
  });
});
