import { gateway } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { gatewayConfig, gatewayConfigOf } from './config.ts';
import { startDoor } from './http/start-door.ts';
import { startForgetting } from './jobs/forget-ended.ts';
import { startWebhooks } from './jobs/lead-webhooks.ts';
import { feedMetrics } from './live/feed-metrics.ts';
import { openFeed } from './live/open-feed.ts';
import { gatewayMetrics } from './metrics.ts';
import { approveJoinRequest } from './operations/approve-join-request.ts';
import { issueInvite } from './operations/issue-invite.ts';
import { listInvites } from './operations/list-invites.ts';
import { listJoinRequests } from './operations/list-join-requests.ts';
import { readInvite } from './operations/read-invite.ts';
import { readJoinRequest } from './operations/read-join-request.ts';
import { redeemClaim } from './operations/redeem-claim.ts';
import { redeemInvite } from './operations/redeem-invite.ts';
import { rejectJoinRequest } from './operations/reject-join-request.ts';
import { revokeInvite } from './operations/revoke-invite.ts';
import { acceptInvitation } from './operations/accept-invitation.ts';
import { addMember } from './operations/add-member.ts';
import { changeMember } from './operations/change-member.ts';
import { changeUser } from './operations/change-user.ts';
import { createBoardToken } from './operations/create-board-token.ts';
import { inviteUser } from './operations/invite-user.ts';
import { listBoardTokens } from './operations/list-board-tokens.ts';
import { listMembers } from './operations/list-members.ts';
import { listSessions } from './operations/list-sessions.ts';
import { listUserInvitations } from './operations/list-user-invitations.ts';
import { listUsers } from './operations/list-users.ts';
import { removeMember } from './operations/remove-member.ts';
import { revokeBoardToken } from './operations/revoke-board-token.ts';
import { revokeSession } from './operations/revoke-session.ts';
import { revokeUserInvitation } from './operations/revoke-user-invitation.ts';
import { changeWebhook } from './operations/change-webhook.ts';
import { deleteWebhook } from './operations/delete-webhook.ts';
import { getWebhookDelivery } from './operations/get-webhook-delivery.ts';
import { getWebhook } from './operations/get-webhook.ts';
import { listWebhookDeliveries } from './operations/list-webhook-deliveries.ts';
import { listWebhooks } from './operations/list-webhooks.ts';
import { pingWebhook } from './operations/ping-webhook.ts';
import { registerWebhook } from './operations/register-webhook.ts';
import { replayWebhookDelivery } from './operations/replay-webhook-delivery.ts';
import { rotateWebhookSecret } from './operations/rotate-webhook-secret.ts';
import { locate } from './operations/locate.ts';
import { createAgentKey } from './operations/create-agent-key.ts';
import { listAgentKeys } from './operations/list-agent-keys.ts';
import { revokeAgentKey } from './operations/revoke-agent-key.ts';
import { keepAgents } from './reactions/keep-agents.ts';
import { keepCompanies } from './reactions/keep-companies.ts';
import { keepRuns } from './reactions/keep-runs.ts';
import {
  revokeKeysOfTerminatedAgent,
} from './reactions/revoke-keys-of-terminated-agent.ts';
import { webhookMetrics } from './webhooks/webhook-metrics.ts';

export const gatewayService = defineService({
  contract: gateway,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    issueInvite, listInvites, revokeInvite, readInvite, redeemInvite, listJoinRequests,
    approveJoinRequest, rejectJoinRequest, readJoinRequest, redeemClaim,
    createAgentKey, listAgentKeys, revokeAgentKey, addMember, listMembers, changeMember,
    removeMember, listUserInvitations, revokeUserInvitation, acceptInvitation, inviteUser,
    listUsers, changeUser, createBoardToken, listBoardTokens, revokeBoardToken, listSessions,
    revokeSession, registerWebhook, listWebhooks, getWebhook, changeWebhook, deleteWebhook,
    rotateWebhookSecret, pingWebhook, listWebhookDeliveries, getWebhookDelivery,
    replayWebhookDelivery,
  },
  reactions: { keepAgents, keepCompanies, keepRuns, revokeKeysOfTerminatedAgent },
  locate,
  config: gatewayConfig,
  metrics: { ...gatewayMetrics, ...feedMetrics, ...webhookMetrics },
  start: async (runtime) => {
    const forgetting = startForgetting(runtime);
    const feed = openFeed(runtime, gatewayConfigOf(runtime));
    const door = await startDoor(runtime, feed);
    const webhooks = startWebhooks(runtime, feed);
    return {
      async drain() {
        await Promise.all([door.drain(), webhooks.drain()]);
        feed.close();
        await forgetting.drain();
      },
    };
  },
});
