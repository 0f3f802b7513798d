import { Permission, type Membership, type UserActor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import {
  changedGrant,
  storedGrant,
  requireRemainingOwner,
  requireGrantWithinOwn,
  effectivePermissions,
} from './membership.ts';

const companyId = '018f0000-0000-7000-8000-000000000001';
const user = (companies: UserActor['companies']): UserActor => ({
  type: 'user',
  id: companyId,
  name: 'Ada',
  companies,
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
    expect(effectivePermissions({ role, permissions })).toEqual(expected);
  });

  it('is stored without the permissions that it implies', () => {
    expect(storedGrant({ role: 'owner', permissions: ['invite'] }).permissions).toEqual([]);
    expect(
      storedGrant({ role: 'operator', permissions: ['approve', 'invite', 'approve'] }),
    ).toEqual({
      role: 'operator',
      permissions: ['invite', 'approve'],
    });
    expect(() => storedGrant({ role: 'viewer', permissions: ['invite'] })).toThrow('Validation');
  });

  it('keeps permissions on a change to a role that has them', () => {
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
    [
      'an operator less than it has',
      member('operator', 'invite'),
      { role: 'operator', permissions: [] },
    ],
  ] as const)('is allowed to %s', (_, granter, granted) => {
    expect(() => requireGrantWithinOwn(granter, companyId, granted)).not.toThrow();
  });

  it.each([
    [
      'a permission that it lacks',
      member('operator', 'invite'),
      { role: 'operator', permissions: ['approve'] },
    ],
    [
      'more than its role',
      member('operator', ...Permission.options),
      { role: 'owner', permissions: [] },
    ],
    ['in a company that is not its own', user([]), operator],
  ] as const)('%s is refused', (_, granter, granted) => {
    expect(() => requireGrantWithinOwn(granter, companyId, granted)).toThrow('cannot grant');
  });
});

describe('the last owner', () => {
  const owner = { role: 'owner', permissions: [] } as const;
  const viewer = { role: 'viewer', permissions: [] } as const;

  it('can neither be demoted nor removed', () => {
    expect(() => requireRemainingOwner(owner, viewer, false)).toThrow('last owner');
    expect(() => requireRemainingOwner(owner, undefined, false)).toThrow('last owner');
  });

  it('is not protected if another owner remains or ownership is kept', () => {
    expect(() => requireRemainingOwner(owner, undefined, true)).not.toThrow();
    expect(() => requireRemainingOwner(owner, owner, false)).not.toThrow();
    expect(() => requireRemainingOwner(viewer, undefined, false)).not.toThrow();
  });
});
