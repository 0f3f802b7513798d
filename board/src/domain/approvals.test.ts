import { describe, expect, it } from 'vitest';
import { askOf, labelOf, longTexts, shortFields } from './approvals.ts';

describe('what an approval asks for', () => {
  it.each([
    ['hire_agent', { name: 'Lin' }, 'Hire Lin'],
    ['hire_agent', {}, 'Hire an agent'],
    ['budget_override_required', { amountCents: 12_050 }, 'Raise a budget by $120.50'],
    ['request_board_approval', { title: 'Ship?' }, 'Answer a question: Ship?'],
    ['approve_ceo_strategy', { title: 7 }, 'Approve the strategy'],
  ] as const)('is a sentence for %s', (type, payload, sentence) => {
    expect(askOf({ type, payload })).toBe(sentence);
  });

  it('is long texts and short fields, and objects are in neither', () => {
    const payload = { plan: '# Plan', name: 'Lin', budgetMonthlyCents: 100, adapterConfig: {} };
    expect(longTexts(payload)).toEqual([['plan', '# Plan']]);
    expect(shortFields(payload)).toEqual([
      ['Name', 'Lin'],
      ['Budget monthly', '$1.00'],
    ]);
    expect(labelOf('reportsTo')).toBe('Reports to');
  });
});
