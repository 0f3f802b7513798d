import { RuntimeConfig, type AgentRole } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { fieldsAbove, isBudgetAbove } from './grants.ts';

const timer = (heartbeat: object) => RuntimeConfig.parse({ heartbeat });
const given = (fields: object) => ({
  role: 'general' as AgentRole,
  permissions: { canCreateAgents: false },
  runtimeConfig: timer({}),
  ...fields,
});
const giver = (role: AgentRole, canCreateAgents = false) => ({ role, canCreateAgents });

describe('fieldsAbove', () => {
  it.each<[AgentRole, AgentRole, boolean]>([
    ['ceo', 'ceo', false],
    ['ceo', 'cto', false],
    ['cto', 'ceo', true],
    ['cto', 'cfo', false],
    ['manager', 'cto', true],
    ['manager', 'manager', false],
    ['engineer', 'manager', true],
    ['engineer', 'qa', false],
  ])('as %s gives the role %s: above %s', (own, role, isAbove) => {
    expect(fieldsAbove(giver(own), given({ role }))).toEqual(isAbove ? ['role'] : []);
    expect(fieldsAbove(giver(own), given({ role }), given({ role }))).toEqual([]);
  });

  it('leaves the right to hire to those who have it for good', () => {
    const right = given({ permissions: { canCreateAgents: true } });
    expect(fieldsAbove(giver('engineer'), right)).toEqual(['permissions']);
    expect(fieldsAbove(giver('engineer', true), right)).toEqual([]);
    expect(fieldsAbove(giver('manager'), right)).toEqual([]);
    expect(fieldsAbove(giver('engineer'), right, right)).toEqual([]);
    expect(fieldsAbove(giver('engineer'), given({}), right)).toEqual([]);
  });

  it('leaves timers below a minute to the board', () => {
    const every = (heartbeat: object) => given({ runtimeConfig: timer(heartbeat) });
    const fast = every({ enabled: true, intervalSec: 30 });
    expect(fieldsAbove(giver('ceo'), fast)).toEqual(['runtimeConfig.heartbeat']);
    expect(fieldsAbove(giver('ceo'), fast, every({ enabled: true, intervalSec: 59 }))).toEqual([
      'runtimeConfig.heartbeat',
    ]);
    expect(fieldsAbove(giver('ceo'), fast, fast)).toEqual([]);
    for (const heartbeat of [
      { enabled: true, intervalSec: 60 },
      { enabled: false, intervalSec: 10 },
      { enabled: true, intervalSec: 10, cron: '* * * * *' },
    ]) {
      expect(fieldsAbove(giver('ceo'), every(heartbeat))).toEqual([]);
    }
  });
});

describe('isBudgetAbove', () => {
  it.each<[number, number | null, boolean]>([
    [0, null, false],
    [9_999, null, false],
    [0, 500, true],
    [501, 500, true],
    [500, 500, false],
  ])('of %s cents for a requester with %s left: %s', (budgetMonthlyCents, left, isAbove) => {
    expect(isBudgetAbove({ budgetMonthlyCents }, left)).toBe(isAbove);
  });
});
