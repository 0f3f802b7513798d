/** Roles and permissions in words, and which invitations can still be accepted. */
import type { MemberRole, Permission, UserInvitation } from '@muster/contracts';

export const roleWords: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  operator: 'Operator',
  viewer: 'Viewer',
};

export const roleHints: Readonly<Record<MemberRole, string>> = {
  owner: 'does everything, including rules and people',
  operator: 'writes issues and comments, and has the permissions below',
  viewer: 'reads everything and changes nothing',
};

export const permissionWords: Readonly<Record<Permission, string>> = {
  invite: 'invite people and agents',
  approve: 'decide approvals',
  manage_agents: 'manage agents and secrets',
  manage_budgets: 'set budgets',
};

type Invited = Pick<UserInvitation, 'acceptedAt' | 'revokedAt' | 'expiresAt'>;

export const isOpenInvitation = (
  { acceptedAt, revokedAt, expiresAt }: Invited,
  now: number,
): boolean => acceptedAt === null && revokedAt === null && Date.parse(expiresAt) > now;
