import { describe, expect, it } from 'vitest';
import { decideVoid, oppositeOf } from './void.ts';

const cost = { voidsCostId: null };

describe('oppositeOf', () => {
  it('negates every amount and has no negative zero', () => {
    const amounts = { costCents: 5, inputTokens: 7, outputTokens: 0, cachedInputTokens: 1 };
    const opposite = oppositeOf(amounts);
    expect(opposite).toEqual({
      costCents: -5,
      inputTokens: -7,
      outputTokens: 0,
      cachedInputTokens: -1,
    });
  });
});

describe('decideVoid', () => {
  it('voids a cost once, and repeats the answer for the same reason', () => {
    expect(decideVoid(cost, undefined, 'twice')).toBe('void');
    expect(decideVoid(cost, { id: 'v', voidReason: 'twice' }, 'twice')).toBe('repeat');
  });

  it('refuses another reason, and the void of a void', () => {
    const other = { id: 'v', voidReason: 'a mistake' };
    expect(() => decideVoid(cost, other, 'twice')).toThrow(
      expect.objectContaining({
        code: 'cost_already_voided',
        details: { voidedByCostId: 'v', reason: 'a mistake' },
      }),
    );
    expect(() => decideVoid({ voidsCostId: 'c' }, undefined, 'twice')).toThrow(
      expect.objectContaining({ code: 'cost_is_a_void', details: { voidsCostId: 'c' } }),
    );
  });
});
