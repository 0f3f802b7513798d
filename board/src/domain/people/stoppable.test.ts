import { expect, it } from 'vitest';
import { stoppable } from './stoppable.ts';

const companies = ['a', 'b', 'c'].map((id) => ({ id, status: 'active' }) as const);
const paused = { id: 'd', status: 'paused' } as const;
const ofAgents = { role: 'operator', permissions: ['manage_agents'] } as const;

it('stops companies that work, by the rights in each', () => {
  const memberships = [
    { companyId: 'a', role: 'owner', permissions: [] },
    { companyId: 'b', ...ofAgents },
    { companyId: 'c', role: 'operator', permissions: ['approve'] },
    { companyId: 'd', ...ofAgents },
  ] as const;
  const of = (permissions: readonly 'manage_agents'[]) =>
    stoppable([...companies, paused], { may: { permissions }, memberships }).map(({ id }) => id);
  expect(of([])).toEqual(['a', 'b']);
  expect(of(['manage_agents'])).toEqual(['a', 'b', 'c']);
});
