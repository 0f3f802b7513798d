import { Permission, type Membership, type UserActor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import {
  changedGrant, keptGrant, refuseLastOwner, refuseOvergrant, resolved,
} from './membership.ts';

const companyId = '018f0000-0000-7000-8000-000000000001';
const user = (companies: UserActor['companies']): UserActor => ({
  type: 'user', id: companyId, name: 'Ada', companies,
});
const member = (role: Membership['role'], ...permissions: Permission[]): UserActor =>
  user([{ companyId, role, permissions }]);

describe('a role', () => {
  it.each([
    ['owner', [], Permission.options],
    ['operator', ['approve'], ['approve']],
    ['operator', [], []],
    ['viewer', [], []],
  ] as const)('of %s with %j amounts to %j', (role, permissions, expected) => {
    expect(resolved({ role, permissions })).toEqual(expected);
  });

  it('is kept without what it implies', () => {
    expect(keptGrant({ role: 'owner', permissions: ['invite'] }).permissions).toEqual([]);
    expect(keptGrant({ role: 'operator', permissions: ['approve', 'invite', 'approve'] }))
      .toEqual({ role: 'operator', permissions: ['invite', 'approve'] });
    expect(() => keptGrant({ role: 'viewer', permissions: ['invite'] })).toThrow('Validation');
  });

  it('takes permissions along where they still mean something', () => {
    const operator = { role: 'operator', permissions: ['invite'] } as const;
    expect(changedGrant(operator, { permissions: ['approve'] }).permissions).toEqual(['approve']);
    expect(changedGrant(operator, { role: 'viewer' })).toEqual({ role: 'viewer', permissions: [] });
    expect(changedGrant(operator, { role: 'operator' })).toEqual(operator);
  });
});

describe('granting', () => {
  const operator = { role: 'operator', permissions: ['invite'] } as const;

  it.each([
    ['an instance admin', user('all'), { role: 'owner', permissions: [] }],
    ['an owner', member('owner'), { role: 'owner', permissions: [] }],
    ['an operator what it has itself', member('operator', 'invite'), operator],
    ['an operator less than it has', member('operator', 'invite'),
      { role: 'operator', permissions: [] }],
  ] as const)('is allowed to %s', (_, granter, granted) => {
    expect(() => refuseOvergrant(granter, companyId, granted)).not.toThrow();
  });

  it.each([
    ['a permission that it lacks', member('operator', 'invite'),
      { role: 'operator', permissions: ['approve'] }],
    ['more than its role', member('operator', ...Permission.options),
      { role: 'owner', permissions: [] }],
    ['in a company that is not its own', user([]), operator],
  ] as const)('%s is refused', (_, granter, granted) => {
    expect(() => refuseOvergrant(granter, companyId, granted)).toThrow('more than they have');
  });
});

describe('the last owner', () => {
  const owner = { role: 'owner', permissions: [] } as const;
  const viewer = { role: 'viewer', permissions: [] } as const;

  it('may neither step down nor leave', () => {
    expect(() => refuseLastOwner(owner, viewer, false)).toThrow('last owner');
    expect(() => refuseLastOwner(owner, undefined, false)).toThrow('last owner');
  });

  it('is nobody where there is another, or where nothing is taken', () => {
    expect(() => refuseLastOwner(owner, undefined, true)).not.toThrow();
    expect(() => refuseLastOwner(owner, owner, false)).not.toThrow();
    expect(() => refuseLastOwner(viewer, undefined, false)).not.toThrow();
  });
});
