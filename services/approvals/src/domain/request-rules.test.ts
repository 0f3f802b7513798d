import { describe, expect, it } from 'vitest';
import {
  requireDecidablePayload,
  requireAllowedRequester,
  budgetAgentOf,
} from './request-rules.ts';

describe('requireDecidablePayload', () => {
  it.each([
    { type: 'hire_agent', payload: {}, path: ['type'] },
    { type: 'approve_ceo_strategy', payload: {}, path: ['payload', 'plan'] },
    { type: 'approve_ceo_strategy', payload: { plan: null }, path: ['payload', 'plan'] },
    { type: 'approve_ceo_strategy', payload: { plan: '  ' }, path: ['payload', 'plan'] },
    { type: 'budget_override_required', payload: {}, path: ['payload', 'amountCents'] },
    {
      type: 'budget_override_required',
      payload: { amountCents: -5 },
      path: ['payload', 'amountCents'],
    },
    {
      type: 'budget_override_required',
      payload: { amountCents: 1.5 },
      path: ['payload', 'amountCents'],
    },
  ] as const)('refuses $type with $payload and names $path', ({ type, payload, path }) => {
    expect(() => requireDecidablePayload({ type, payload })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: [expect.objectContaining({ path })],
      }),
    );
  });

  it.each([
    { type: 'approve_ceo_strategy', payload: { plan: 'grow' } },
    { type: 'approve_ceo_strategy', payload: { plan: { steps: ['grow'] } } },
    { type: 'budget_override_required', payload: { amountCents: 500 } },
    { type: 'request_board_approval', payload: {} },
  ] as const)('accepts $type with $payload', ({ type, payload }) => {
    expect(() => requireDecidablePayload({ type, payload })).not.toThrow();
  });
});

describe('requireAllowedRequester', () => {
  it.each([
    { why: 'nobody is named', requester: undefined },
    { why: 'an engineer asks', requester: { role: 'engineer', status: 'idle' } },
    { why: 'a former CEO asks', requester: { role: 'ceo', status: 'terminated' } },
  ] as const)('refuses a strategy when $why', ({ requester }) => {
    const hints = { agent: 'request_board_approval', board: 'requestedByAgentId' };
    for (const caller of ['agent', 'board'] as const) {
      expect(() => requireAllowedRequester('approve_ceo_strategy', requester, caller)).toThrow(
        expect.objectContaining({
          code: 'ceo_only',
          hint: expect.stringContaining(hints[caller]) as string,
        }),
      );
    }
  });

  it('accepts a strategy of the CEO', () => {
    const ceo = { role: 'ceo', status: 'idle' } as const;
    expect(() => requireAllowedRequester('approve_ceo_strategy', ceo, 'agent')).not.toThrow();
  });

  it('accepts other requests of any agent', () => {
    expect(() =>
      requireAllowedRequester('request_board_approval', undefined, 'agent'),
    ).not.toThrow();
  });
});

describe('budgetAgentOf', () => {
  const type = 'budget_override_required';
  const named = '0198c5b6-8f00-7000-8000-000000000001';
  const requester = '0198c5b6-8f00-7000-8000-000000000002';

  it('is the named agent, else the requester', () => {
    expect(budgetAgentOf({ type, payload: { agentId: named } }, requester)).toBe(named);
    expect(budgetAgentOf({ type, payload: {} }, requester)).toBe(requester);
  });

  it.each([{ agentId: 7 }, { agentId: 'somebody' }, {}])(
    'refuses a payload without an agent: %j',
    (payload) => {
      expect(() => budgetAgentOf({ type, payload }, null)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      );
    },
  );

  it('is no agent for other types', () => {
    expect(
      budgetAgentOf({ type: 'request_board_approval', payload: { agentId: named } }, null),
    ).toBe(null);
  });
});
