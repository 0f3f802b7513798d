/**
 * An invite as the inviter gets it. What the invite says of the company, and whether the agent that
 * asks is its CEO, is known to the agents service and read before the one write.
 */
import { agents, gateway, type Output } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { checkInvitingAgent } from '../domain/invite.ts';
import { ask } from './ask.ts';
import { asker } from './asker.ts';
import type { ComposedCall } from './composed-calls.ts';
import { inviteMessage, onboardingPath } from './invite-texts.ts';

export const createInvite = (rpc: Rpc): ComposedCall =>
  async ({ companyId, agentMessage = '' }, onBehalf) => {
    const read = asker(rpc, onBehalf);
    const { name: companyName } = await read(agents, 'getCompany', { companyId });
    if (onBehalf.actor.type === 'agent') {
      const { role } = await read(agents, 'getOwnAgent', {});
      checkInvitingAgent(role);
    }
    const input = { companyId, companyName, agentMessage };
    const { body, ...outcome } = await ask(rpc, gateway, 'issueInvite', input, onBehalf);
    const issued = JSON.parse(body.toString()) as Output<typeof gateway, 'issueInvite'>;
    const onboardingTextPath = onboardingPath(issued.token);
    const onboardingTextUrl = `${onBehalf.baseUrl()}${onboardingTextPath}`;
    return {
      ...outcome,
      body: JSON.stringify({
        ...issued,
        inviteUrl: `${onBehalf.baseUrl()}/api/invites/${issued.token}`,
        onboardingTextPath,
        onboardingTextUrl,
        inviteMessage: inviteMessage({
          companyName, onboardingTextUrl, expiresAt: issued.expiresAt,
          agentMessage: String(agentMessage),
        }),
      }),
    };
  };
