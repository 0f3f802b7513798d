import { describe, expect, it } from 'vitest';
import type { Grant } from './membership.ts';
import { mayStillInvite, requireInviter, type Inviter } from './inviter.ts';

const inviting: Grant = { role: 'operator', permissions: ['invite', 'approve'] };
const member = (fields: Partial<Inviter> = {}): Inviter => ({
  isDisabled: false,
  isAdmin: false,
  membership: inviting,
  ...fields,
});
const granted: Grant = { role: 'operator', permissions: ['approve'] };

describe('mayStillInvite', () => {
  it.each<[string, Inviter, Grant | undefined]>([
    ['a member with the permission', member(), granted],
    [
      'an owner',
      member({ membership: { role: 'owner', permissions: [] } }),
      { ...granted, role: 'owner' },
    ],
    [
      'an instance admin without a membership',
      member({ isAdmin: true, membership: undefined }),
      granted,
    ],
    [
      'an instance admin, to the instance',
      member({ isAdmin: true, membership: undefined }),
      undefined,
    ],
  ])('accepts %s', (_, inviter, grant) => {
    expect(mayStillInvite(inviter, grant, 'members')).toBe(true);
  });

  it.each<[string, Inviter, Grant | undefined]>([
    ['a disabled user', member({ isDisabled: true, isAdmin: true }), granted],
    ['a user who left', member({ membership: undefined }), granted],
    ['a member without the permission', member({ membership: granted }), granted],
    ['a viewer', member({ membership: { role: 'viewer', permissions: [] } }), granted],
    ['more than the inviter holds', member(), { role: 'operator', permissions: ['manage_agents'] }],
    ['a role above its own', member(), { role: 'owner', permissions: [] }],
    ['a member, to the instance', member(), undefined],
  ])('refuses %s', (_, inviter, grant) => {
    expect(mayStillInvite(inviter, grant, 'members')).toBe(false);
  });

  it('refuses members where only admins invite', () => {
    const owner = member({ membership: { role: 'owner', permissions: [] } });
    expect(mayStillInvite(owner, granted, 'admins')).toBe(false);
    expect(mayStillInvite(member({ isAdmin: true }), granted, 'admins')).toBe(true);
  });
});

describe('requireInviter', () => {
  const user = { type: 'user', id: 'u', name: 'Ada' } as const;
  it('admits members unless only admins invite', () => {
    expect(() => requireInviter({ ...user, companies: [] }, 'members')).not.toThrow();
    expect(() => requireInviter({ ...user, companies: [] }, 'admins')).toThrow();
    expect(() => requireInviter({ ...user, companies: 'all' }, 'admins')).not.toThrow();
  });
});
