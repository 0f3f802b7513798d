import { describe, expect, it } from 'vitest';
import { usageOfLine } from './usage.ts';

const full = {
  inputTokens: 10, outputTokens: 5, cachedInputTokens: 2, costCents: 3, provider: 'p', model: 'm',
};

describe('usageOfLine', () => {
  it('reads a line with a usage object, whatever else the line says', () => {
    expect(usageOfLine(JSON.stringify({ type: 'result', usage: full }))).toEqual(full);
    expect(usageOfLine(`  ${JSON.stringify({ usage: full })}\r`)).toEqual(full);
  });

  it('leaves an unknown price unknown', () => {
    expect(usageOfLine('{"usage":{"inputTokens":1}}')).toEqual({
      inputTokens: 1, outputTokens: 0, cachedInputTokens: 0, costCents: null,
      provider: 'unknown', model: 'unknown',
    });
  });

  it.each([[0.03, 3], [0.0301, 4], [0.001, 1], [0, 0], [1.1, 110], [0.29, 29]])(
    'rounds %f dollars up to %i cents', (costUsd, costCents) => {
      expect(usageOfLine(JSON.stringify({ usage: { costUsd } }))?.costCents).toBe(costCents);
    });

  it('believes cents before dollars', () => {
    expect(usageOfLine('{"usage":{"costUsd":9,"costCents":1}}')?.costCents).toBe(1);
  });

  it.each([
    'usage', '', '{', '{"usage":3}', '{"usage":null}', '["usage"]', '{"usage":{"costCents":-1}}',
    '{"usage":{"inputTokens":"many"}}', 'log: {"usage":{}}', '{"other":{"usage":{}}}',
  ])('takes %j for plain output', (line) => {
    expect(usageOfLine(line)).toBeUndefined();
  });
});
