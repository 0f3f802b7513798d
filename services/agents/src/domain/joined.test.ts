import { describe, expect, it } from 'vitest';
import { nameCandidates, newAgentOfJoiner } from './joined.ts';

const ID = '018f2f4e-0000-7000-8000-0123456789ab';

describe('nameCandidates', () => {
  it('are the name, numbered variants, and a unique one at the end', () => {
    const names = nameCandidates('Ada', ID);
    expect(names.slice(0, 3)).toEqual(['Ada', 'Ada 2', 'Ada 3']);
    expect(names.at(-1)).toBe('Ada 0123456789ab');
    expect(new Set(names).size).toBe(names.length);
  });

  it('are well-formed and at most as long as a name may be', () => {
    for (const name of ['x'.repeat(200), '😀'.repeat(100), `x${'😀'.repeat(99)}x`]) {
      for (const candidate of nameCandidates(name, ID)) {
        expect(candidate.length).toBeLessThanOrEqual(200);
        expect(candidate.isWellFormed()).toBe(true);
      }
    }
  });
});

describe('newAgentOfJoiner', () => {
  it('has no rights and no budget, and is woken on demand', () => {
    const joiner = {
      name: 'Ada',
      role: 'engineer',
      title: null,
      icon: null,
      capabilities: 'Counts.',
      adapterType: 'remote',
      adapterConfig: {},
    } as const;
    expect(newAgentOfJoiner(joiner, { name: 'Ada 2', reportsTo: ID })).toMatchObject({
      name: 'Ada 2',
      reportsTo: ID,
      permissions: { canCreateAgents: false },
      budgetMonthlyCents: 0,
      runtimeConfig: { heartbeat: { enabled: false, wakeOnDemand: true } },
    });
  });
});
