/** Roles and permissions of members, and who may grant them. */
import {
  Permission,
  Refusal,
  type Actor,
  type MemberRole,
  type Membership,
} from '@muster/contracts';

export interface Grant {
  readonly role: MemberRole;
  readonly permissions: readonly Permission[];
}

/** The permissions that a role amounts to: all for an owner, none for a viewer. */
export function effectivePermissions({ role, permissions }: Grant): Permission[] {
  if (role === 'owner') return [...Permission.options];
  if (role === 'viewer') return [];
  return Permission.options.filter((permission) => permissions.includes(permission));
}

/** The grant as it is stored: permissions matter for operators only. */
export function storedGrant({ role, permissions }: Grant): Grant {
  if (role === 'viewer' && permissions.length > 0) {
    throw new Refusal('invalid_input', [
      {
        path: ['permissions'],
        code: 'viewer_reads_only',
        message: 'a viewer has no permissions',
      },
    ]);
  }
  const grant = { role, permissions };
  return { role, permissions: role === 'operator' ? effectivePermissions(grant) : [] };
}

/** Applies a change to a grant; an operator who becomes a viewer loses its permissions. */
export function changedGrant(current: Grant, change: Partial<Grant>): Grant {
  const role = change.role ?? current.role;
  const inherited = role === 'operator' ? current.permissions : [];
  return storedGrant({ role, permissions: change.permissions ?? inherited });
}

export const sameGrant = (a: Grant, b: Grant): boolean =>
  a.role === b.role && a.permissions.join() === b.permissions.join();

/**
 * Users grant only permissions that they have. Inviting implies write access, so that is granted.
 */
export function requireGrantWithinOwn(granter: Actor, companyId: string, granted: Grant): void {
  if (granter.type !== 'user' || granter.companies === 'all') return;
  const own = granter.companies.find((membership) => membership.companyId === companyId);
  const permissions = permissionsBeyond(own, granted);
  if (permissions) throw new Refusal('grants_more_than_held', { role: granted.role, permissions });
}

/** The permissions that a grant has beyond the granter's own; undefined if it may grant all. */
export function permissionsBeyond(
  own: Grant | undefined,
  granted: Grant,
): readonly Permission[] | undefined {
  if (own?.role === 'owner') return undefined;
  const held = own ? effectivePermissions(own) : [];
  const beyond = effectivePermissions(granted).filter((permission) => !held.includes(permission));
  return granted.role === 'owner' || beyond.length > 0 ? beyond : undefined;
}

/** A company keeps at least one owner, who can invite others. */
export function requireRemainingOwner(
  current: Grant,
  next: Grant | undefined,
  hasOtherOwner: boolean,
): void {
  const losesOwner = current.role === 'owner' && next?.role !== 'owner';
  if (losesOwner && !hasOtherOwner) throw new Refusal('last_owner');
}

/** A membership as it travels in the actor envelope and in answers. */
export const membershipOf = (row: Membership): Membership => ({
  companyId: row.companyId,
  role: row.role,
  permissions: effectivePermissions(row),
});
