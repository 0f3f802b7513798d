import { describe, expect, it } from 'vitest';
import { limitsOf } from './tokens.ts';

const nameOf = (id: string): string => `Company ${id}`;

describe('limitsOf', () => {
  it('says what a token does and where', () => {
    expect(limitsOf({}, nameOf)).toBe('does what you may in all companies');
    expect(limitsOf({ readOnly: true, companies: ['A', 'B'] }, nameOf)).toBe(
      'reads in Company A, Company B',
    );
    expect(limitsOf({ mayDecide: false }, nameOf)).toBe('writes in all companies, decides nothing');
  });
});
