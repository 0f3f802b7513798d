import { describe, expect, it } from 'vitest';
import { checkPayload, checkRequester, subjectOf } from './request-rules.ts';

describe('checkPayload', () => {
  it.each([
    { type: 'hire_agent', payload: {}, path: ['type'] },
    { type: 'approve_ceo_strategy', payload: {}, path: ['payload', 'plan'] },
    { type: 'approve_ceo_strategy', payload: { plan: null }, path: ['payload', 'plan'] },
    { type: 'approve_ceo_strategy', payload: { plan: '  ' }, path: ['payload', 'plan'] },
    { type: 'budget_override_required', payload: {}, path: ['payload', 'amountCents'] },
    {
      type: 'budget_override_required', payload: { amountCents: -5 },
      path: ['payload', 'amountCents'],
    },
    {
      type: 'budget_override_required', payload: { amountCents: 1.5 },
      path: ['payload', 'amountCents'],
    },
  ] as const)('refuses $type with $payload and names $path', ({ type, payload, path }) => {
    expect(() => checkPayload({ type, payload })).toThrow(
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
    expect(() => checkPayload({ type, payload })).not.toThrow();
  });
});

describe('checkRequester', () => {
  it.each([
    { why: 'nobody is named', requester: undefined },
    { why: 'an engineer asks', requester: { role: 'engineer', status: 'idle' } },
    { why: 'a former CEO asks', requester: { role: 'ceo', status: 'terminated' } },
  ] as const)('refuses a strategy when $why', ({ requester }) => {
    expect(() => checkRequester('approve_ceo_strategy', requester)).toThrow(
      expect.objectContaining({ code: 'ceo_only' }),
    );
  });

  it('accepts a strategy of the CEO', () => {
    const ceo = { role: 'ceo', status: 'idle' } as const;
    expect(() => checkRequester('approve_ceo_strategy', ceo)).not.toThrow();
  });

  it('lets anybody ask for other things', () => {
    expect(() => checkRequester('request_board_approval', undefined)).not.toThrow();
  });
});

describe('subjectOf', () => {
  const type = 'budget_override_required';
  const named = '0198c5b6-8f00-7000-8000-000000000001';
  const requester = '0198c5b6-8f00-7000-8000-000000000002';

  it('is the named agent, else the requester', () => {
    expect(subjectOf({ type, payload: { agentId: named } }, requester)).toBe(named);
    expect(subjectOf({ type, payload: {} }, requester)).toBe(requester);
  });

  it.each([{ agentId: 7 }, { agentId: 'somebody' }, {}])('refuses nobody: %j', (payload) => {
    expect(() => subjectOf({ type, payload }, null)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
  });

  it('is nobody for other types', () => {
    expect(subjectOf({ type: 'request_board_approval', payload: { agentId: named } }, null)).toBe(
      null,
    );
  });
});
