import type { Actor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { companyOf } from './company-of.ts';

type User = Extract<Actor, { type: 'user' }>;
const [acme, other, guessed] = ['acme', 'other', 'guessed'];
const agent: Actor = { type: 'agent', id: 'a', name: 'Ada', companyId: acme };
const userOf = (companies: 'all' | readonly string[]): Actor => ({
  type: 'user',
  id: 'u',
  name: 'Uma',
  companies:
    companies === 'all'
      ? 'all'
      : (companies.map((companyId) => ({ companyId })) as unknown as Exclude<
          User['companies'],
          'all'
        >),
});

describe('the company of a request', () => {
  it.each([
    ['an agent, whatever its path names', agent, { companyId: guessed }, 403, acme],
    ['a member of one company', userOf([acme]), {}, 200, acme],
    ['a member of one company who guesses', userOf([acme]), { companyId: guessed }, 404, acme],
    ['a member of two, by the path', userOf([acme, other]), { companyId: other }, 200, other],
    ['a member of two who guesses', userOf([acme, other]), { companyId: guessed }, 404, undefined],
    ['a member of two, without a company', userOf([acme, other]), undefined, 200, undefined],
    ['an instance admin', userOf('all'), { companyId: acme }, 200, acme],
    ['an instance admin who guesses', userOf('all'), { companyId: guessed }, 404, undefined],
    ['a caller without a credential', undefined, { companyId: guessed }, 401, undefined],
  ])('is that of %s', (_, actor, params, status, expected) => {
    expect(companyOf(actor, params, status)).toBe(expected);
  });
});
