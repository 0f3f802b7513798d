/** Answers from rows. */
import type { Member } from '@muster/contracts';
import { effectivePermissions } from './domain/membership.ts';

/** A member with the permissions that its role amounts to. */
export const showMember = (member: Member): Member => ({
  ...member,
  permissions: effectivePermissions(member),
});
