import { expect, it } from 'vitest';
import { firstNamed } from './agents.ts';

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
  expect(firstNamed(agents, typed)?.name).toBe(name);
});
