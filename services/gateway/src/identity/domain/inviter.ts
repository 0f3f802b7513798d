/** Who invites people, and whether an invitation still has the right that it was made with. */
import { Refusal, type Actor } from '@muster/contracts';
import { effectivePermissions, permissionsBeyond, type Grant } from './membership.ts';

/** Instance admins only, or also the owners of a company and its members with `invite`. */
export type Inviters = 'members' | 'admins';

export function requireInviter(actor: Actor, inviters: Inviters): void {
  const isAdmin = actor.type === 'user' && actor.companies === 'all';
  if (inviters === 'admins' && !isAdmin) throw new Refusal('instance_admin_only');
}

/** The inviter of an invitation, as it is now. */
export interface Inviter {
  readonly isDisabled: boolean;
  readonly isAdmin: boolean;
  /** Its membership in the company of the invitation. */
  readonly membership: Grant | undefined;
}

/** Whether the inviter could make the invitation now; `granted` is absent for the instance. */
export function mayStillInvite(
  { isDisabled, isAdmin, membership }: Inviter,
  granted: Grant | undefined,
  inviters: Inviters,
): boolean {
  if (isDisabled) return false;
  if (isAdmin) return true;
  if (!granted || !membership || inviters === 'admins') return false;
  return (
    effectivePermissions(membership).includes('invite') &&
    permissionsBeyond(membership, granted) === undefined
  );
}
