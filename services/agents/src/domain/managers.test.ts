import { AgentRole } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { isManager, type ManagerFacts } from './managers.ts';

const facts = (overrides: Partial<ManagerFacts> = {}): ManagerFacts => ({
  role: 'engineer',
  status: 'idle',
  canCreateAgents: false,
  hasLivingReport: false,
  ...overrides,
});

describe('isManager', () => {
  it.each(AgentRole.options)('decides by role whether a %s is one', (role) => {
    const expected = ['ceo', 'cto', 'cmo', 'cfo', 'manager'].includes(role);
    expect(isManager(facts({ role }))).toBe(expected);
  });

  it('counts agents with a report', () => {
    expect(isManager(facts({ hasLivingReport: true }))).toBe(true);
  });

  it('counts agents with the permission to create agents', () => {
    expect(isManager(facts({ canCreateAgents: true }))).toBe(true);
  });

  it.each(['pending_approval', 'terminated'] as const)('never counts one that is %s', (status) => {
    const ceo = facts({ role: 'ceo', status, canCreateAgents: true, hasLivingReport: true });
    expect(isManager(ceo)).toBe(false);
  });
});
