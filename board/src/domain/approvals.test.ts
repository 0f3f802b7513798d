import { describe, expect, it } from 'vitest';
import {
  askOf,
  decidedBy,
  labelOf,
  longTexts,
  permissionsToDecide,
  personOf,
  shortFields,
} from './approvals.ts';

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

  it('names the agent that it is about', () => {
    const aboutAgentName = 'Lin';
    const ask = (type: Parameters<typeof askOf>[0]['type'], payload: object): string =>
      askOf({ type, payload: { ...payload }, aboutAgentName });
    expect(ask('budget_override_required', { amountCents: 12_050 })).toBe(
      'Raise the budget of Lin by $120.50',
    );
    expect(ask('change_agent', {})).toBe('Change Lin');
    expect(ask('hire_agent', { name: 'Ada' })).toBe('Hire Ada');
    expect(ask('request_board_approval', {})).toBe('Answer a question');
  });

  it('was asked and is decided by you or by a name', () => {
    expect(personOf('1', 'Ada', '1')).toBe('you');
    expect(personOf('2', 'Ada', '1')).toBe('Ada');
    expect(personOf(null, 'Lin', undefined)).toBe('Lin');
    expect(personOf(null, null, '1')).toBeUndefined();
  });

  it('is long texts and short fields, and objects are in neither', () => {
    const payload = {
      plan: '# Plan',
      icon: 'bug',
      adapterType: 'process',
      name: 'Lin',
      budgetMonthlyCents: 100,
      adapterConfig: {},
      reportsTo: 'lead',
      agentId: 'own',
    };
    expect(longTexts(payload)).toEqual([['plan', '# Plan']]);
    expect(shortFields(payload, (id) => `the agent ${id}`)).toEqual([
      ['Name', 'Lin'],
      ['Runs as', 'A program'],
      ['Monthly budget', '$1.00'],
      ['Reports to', 'the agent lead'],
      ['Agent', 'the agent own'],
    ]);
    expect(shortFields({ budgetMonthlyCents: 0 }, String)).toEqual([
      ['Monthly budget', 'No limit'],
    ]);
    expect(labelOf('reportsTo')).toBe('Reports to');
  });
});

describe('the decision of an approval', () => {
  const ofTypes = { hire_agent: 'manage_agents', change_agent: 'manage_agents' } as const;
  const of = (type: 'hire_agent' | 'change_agent' | 'request_board_approval', field = 'name') =>
    permissionsToDecide({ type, changes: [{ field }] }, ofTypes);

  it('needs the permission for what it changes', () => {
    expect(of('request_board_approval')).toEqual(['approve']);
    expect(of('hire_agent')).toEqual(['approve', 'manage_agents']);
    expect(of('change_agent')).toEqual(['approve', 'manage_agents']);
    expect(of('change_agent', 'budgetMonthlyCents')).toContain('manage_budgets');
  });

  it('is left to a member with these permissions, in words', () => {
    expect(decidedBy(['approve', 'manage_budgets'])).toBe(
      'A member who may decide approvals and set budgets can decide this.',
    );
  });
});
