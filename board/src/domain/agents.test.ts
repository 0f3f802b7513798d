import { expect, it } from 'vitest';
import { assignable, firstNamed, present } from './agents.ts';

const agents = [
  { name: 'Grace Gone', status: 'terminated' },
  { name: 'Grace Asked', status: 'pending_approval' },
  { name: 'Ada', status: 'idle' },
  { name: 'Grace Hopper', status: 'running' },
  { name: 'Graham', status: 'paused' },
] as const;

it.each([
  ['g', 'Grace Hopper'],
  ['GRA', 'Grace Hopper'],
  ['grace h', 'Grace Hopper'],
  ['grah', 'Graham'],
  ['ada lovelace', undefined],
  ['hopper', undefined],
  ['', undefined],
])('of the agents who can get work, %j finds %s', (typed, name) => {
  expect(firstNamed(assignable(agents), typed)?.name).toBe(name);
});

it('finds an agent who waits for approval where it may be chosen, and none who has gone', () => {
  expect(firstNamed(present(agents), 'grace')?.name).toBe('Grace Asked');
});
