/** What members may be, and who may make them so. */
import {
  Permission, Refusal, type Actor, type MemberRole, type Membership,
} from '@muster/contracts';

export interface Grant {
  readonly role: MemberRole;
  readonly permissions: readonly Permission[];
}

/** What a role and its permissions amount to: an owner has them all, a viewer none. */
export function resolved({ role, permissions }: Grant): Permission[] {
  if (role === 'owner') return [...Permission.options];
  if (role === 'viewer') return [];
  return Permission.options.filter((permission) => permissions.includes(permission));
}

/** As it is kept: only an operator's permissions say anything. */
export function keptGrant({ role, permissions }: Grant): Grant {
  if (role === 'viewer' && permissions.length > 0) {
    throw new Refusal('invalid_input', [{
      path: ['permissions'], code: 'viewer_reads_only', message: 'a viewer has no permissions',
    }]);
  }
  return { role, permissions: role === 'operator' ? resolved({ role, permissions }) : [] };
}

/** What a change makes of a member; who becomes a viewer loses what it was trusted with. */
export function changedGrant(current: Grant, change: Partial<Grant>): Grant {
  const role = change.role ?? current.role;
  const kept = role === 'operator' ? current.permissions : [];
  return keptGrant({ role, permissions: change.permissions ?? kept });
}

export const sameGrant = (a: Grant, b: Grant): boolean =>
  a.role === b.role && a.permissions.join() === b.permissions.join();

/** Nobody grants more than they have; whoever may invite at all writes, so it may let write. */
export function refuseOvergrant(granter: Actor, companyId: string, granted: Grant): void {
  if (granter.type !== 'user' || granter.companies === 'all') return;
  const own = granter.companies.find((membership) => membership.companyId === companyId);
  if (own?.role === 'owner') return;
  const held = own ? resolved(own) : [];
  const permissions = resolved(granted).filter((permission) => !held.includes(permission));
  if (granted.role === 'owner' || permissions.length > 0) {
    throw new Refusal('grants_more_than_held', { role: granted.role, permissions });
  }
}

/** A company that has an owner keeps one: somebody has to be able to let others in. */
export function refuseLastOwner(
  current: Grant,
  next: Grant | undefined,
  hasOtherOwner: boolean,
): void {
  const steps = current.role === 'owner' && next?.role !== 'owner';
  if (steps && !hasOtherOwner) throw new Refusal('last_owner');
}

/** A membership as it travels with its user and is shown to it. */
export const membershipOf = (row: Membership): Membership => ({
  companyId: row.companyId, role: row.role, permissions: resolved(row),
});
