import { AgentRole } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { isManager, type Standing } from './managers.ts';

const standing = (overrides: Partial<Standing> = {}): Standing => ({
  role: 'engineer', status: 'idle', canCreateAgents: false, hasLivingReport: false, ...overrides,
});

describe('isManager', () => {
  it.each(AgentRole.options)('knows by role whether a %s is one', (role) => {
    const expected = ['ceo', 'cto', 'cmo', 'cfo', 'manager'].includes(role);
    expect(isManager(standing({ role }))).toBe(expected);
  });

  it('counts whoever has a living report', () => {
    expect(isManager(standing({ hasLivingReport: true }))).toBe(true);
  });

  it('counts whoever was given the permission', () => {
    expect(isManager(standing({ canCreateAgents: true }))).toBe(true);
  });

  it.each(['pending_approval', 'terminated'] as const)('never counts one that is %s', (status) => {
    const ceo = standing({ role: 'ceo', status, canCreateAgents: true, hasLivingReport: true });
    expect(isManager(ceo)).toBe(false);
  });
});
