/** Identity: who may come in. Owned by the gateway, served like any other contract. */
import { z } from 'zod';
import { contract, event, operation } from './define.ts';
import { inviteEvents, inviteOperations } from './gateway-invites.ts';
import { memberEvents, memberOperations } from './gateway-members.ts';
import { AgentKey, KeyName, NewAgentKey } from './gateway-records.ts';
import { userOperations } from './gateway-users.ts';
import { webhookEvents, webhookOperations } from './gateway-webhooks.ts';
import { AgentRef, Id, PathId, Timestamp } from './vocabulary.ts';

export * from './gateway-invites.ts';
export * from './gateway-records.ts';
export * from './gateway-webhooks.ts';

const keyEvent = (summary: string) =>
  event({
    entity: 'key',
    version: 1,
    summary,
    payload: z.object({ keyId: Id, agentId: Id, name: z.string().nullable() }),
  });

export const gateway = contract({
  name: 'gateway',
  summary: 'Credentials and who stands behind them.',
  operations: {
    createAgentKey: operation({
      http: 'POST /api/agents/:agentId/keys',
      summary: 'Make a key for an agent. The token is shown this once.',
      who: ['agent', 'board'],
      needs: 'manage_agents',
      status: 201,
      input: z.object({
        agentId: AgentRef,
        companyId: Id.optional(),
        name: KeyName.optional(),
        expiresAt: Timestamp.optional(),
      }),
      inQuery: ['companyId'],
      output: NewAgentKey,
      refusals: [
        'agent_not_found', 'agent_without_keys', 'not_your_agent', 'expiry_in_the_past',
        'answer_shown_once',
      ],
      says: ['key.created'],
      secretAnswer: true,
    }),
    listAgentKeys: operation({
      http: 'GET /api/agents/:agentId/keys',
      summary: 'The keys of an agent, without their secrets.',
      who: ['agent', 'board'],
      input: z.object({ agentId: AgentRef, companyId: Id.optional() }),
      output: z.array(AgentKey),
      refusals: ['agent_not_found', 'not_your_agent'],
    }),
    revokeAgentKey: operation({
      http: 'DELETE /api/agents/:agentId/keys/:keyId',
      summary: 'Revoke a key.',
      who: ['agent', 'board'],
      needs: 'manage_agents',
      input: z.object({ agentId: AgentRef, companyId: Id.optional(), keyId: PathId }),
      output: AgentKey,
      refusals: ['agent_not_found', 'key_not_found', 'not_your_agent'],
      says: ['key.revoked'],
    }),
    ...inviteOperations,
    ...memberOperations,
    ...userOperations,
    ...webhookOperations,
  },
  events: {
    ...inviteEvents,
    ...memberEvents,
    ...webhookEvents,
    'key.created': keyEvent('A key was made.'),
    'key.revoked': keyEvent('A key was revoked.'),
  },
});
