/** Event inputs from the state of members, user invitations and agent keys. */
import type { Member, User, UserInvitation } from '@muster/contracts';
import { effectivePermissions } from './domain/membership.ts';
import type { DisabledWebhook } from './store/made-by-users.ts';

export const memberEvent = (member: Member) => ({
  companyId: member.companyId,
  entityId: member.userId,
  payload: {
    userId: member.userId,
    name: member.name,
    role: member.role,
    permissions: effectivePermissions(member),
  },
});

/** Of a user who has no right in the company any more; an admin of the instance needed no membership to have one. */
export const endedMemberEvent = (
  companyId: string,
  { id: userId, name }: Pick<User, 'id' | 'name'>,
  member: Pick<Member, 'role'> | undefined,
) => ({
  companyId,
  entityId: userId,
  payload: { userId, name, role: member?.role ?? 'viewer', permissions: [], ended: true },
});

export const userInvitationEvent = (
  companyId: string,
  { id, role, permissions }: Pick<UserInvitation, 'id' | 'role' | 'permissions'>,
) => ({ companyId, entityId: id, payload: { invitationId: id, role, permissions } });

export interface AgentKeyRef {
  readonly companyId: string;
  readonly keyId: string;
  readonly agentId: string;
  readonly name: string | null;
}

export const agentKeyEvent = ({ companyId, keyId, agentId, name }: AgentKeyRef) => ({
  companyId,
  entityId: keyId,
  payload: { keyId, agentId, name },
});

export const disabledWebhookEvent = (companyId: string, { id, url }: DisabledWebhook) => ({
  companyId,
  entityId: id,
  payload: {
    webhookId: id,
    host: new URL(url).host,
    status: 'disabled' as const,
    disabledReason: 'manual' as const,
  },
});
