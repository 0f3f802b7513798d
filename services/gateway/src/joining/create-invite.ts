/**
 * Creates an agent invite with its texts. The company's name and the role of an inviting agent are
 * read from the agents service before the one write.
 */
import { agents, gateway, type Output } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { ask } from '../upstream/ask.ts';
import { readAs } from '../upstream/read-as.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';
import { requireCeo } from './domain/invite.ts';
import { inviteMessage, onboardingPath } from './invite-texts.ts';

export const createInvite =
  (rpc: Rpc): ComposedCall =>
  async ({ companyId, agentMessage = '' }, call) => {
    const read = readAs(rpc, call);
    const { name: companyName } = await read(agents, 'getCompany', { companyId });
    if (call.actor.type === 'agent') {
      const { role } = await read(agents, 'getOwnAgent', {});
      requireCeo(role);
    }
    const input = { companyId, companyName, agentMessage };
    const { body, ...outcome } = await ask(rpc, gateway, 'issueInvite', input, call);
    const issued = JSON.parse(body.toString()) as Output<typeof gateway, 'issueInvite'>;
    const onboardingTextPath = onboardingPath(issued.token);
    const onboardingTextUrl = `${call.baseUrl()}${onboardingTextPath}`;
    return {
      ...outcome,
      body: JSON.stringify({
        ...issued,
        inviteUrl: `${call.baseUrl()}/api/invites/${issued.token}`,
        onboardingTextPath,
        onboardingTextUrl,
        inviteMessage: inviteMessage({
          companyName,
          onboardingTextUrl,
          expiresAt: issued.expiresAt,
          agentMessage: String(agentMessage),
        }),
      }),
    };
  };
