/** Identity, members, joining and webhooks. The gateway owns them and serves them over RPC. */
import { z } from 'zod';
import { contract, event, operation } from '../define.ts';
import { accountActivityOperations } from './account-activity.ts';
import { hookEvents, hookOperations } from './hooks.ts';
import { inboxOperations } from './inbox.ts';
import { inviteEvents } from './invite-events.ts';
import { inviteOperations } from './invites.ts';
import { memberEvents, memberOperations } from './members.ts';
import { AgentKey, KeyName, NewAgentKey } from './records.ts';
import { packageImportEvents, packageImportOperations } from './package-imports.ts';
import { userOperations } from './users.ts';
import { webhookEvents, webhookOperations } from './webhooks.ts';
import { AgentRef, Id, PathId, Timestamp } from '../vocabulary.ts';

export * from './account-activity.ts';
export * from './hook-records.ts';
export * from './inbox.ts';
export * from './package-imports.ts';
export * from './invite-records.ts';
export * from './records.ts';
export * from './webhooks.ts';

const keyEvent = (summary: string) =>
  event({
    entity: 'key',
    version: 1,
    summary,
    payload: z.object({ keyId: Id, agentId: Id, name: z.string().nullable() }),
  });

export const gateway = contract({
  name: 'gateway',
  summary: 'Credentials, users, members, joining agents and webhooks.',
  operations: {
    createAgentKey: operation({
      http: 'POST /api/agents/:agentId/keys',
      summary:
        'Create a key for an agent. The token is shown only once. A key that an agent makes with ' +
        'a key ends with that key.',
      who: ['agent', 'board'],
      needs: 'manage_agents',
      outlivesRun: true,
      status: 201,
      input: z.object({
        agentId: AgentRef,
        companyId: Id.optional(),
        name: KeyName.optional(),
        expiresAt: Timestamp.optional(),
      }),
      output: NewAgentKey,
      refusals: [
        'agent_not_found',
        'agent_without_keys',
        'not_your_agent',
        'run_token_refused',
        'expiry_in_the_past',
        'answer_shown_once',
      ],
      emits: ['key.created'],
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
      summary: 'Revoke a key, and the keys that were made with it.',
      who: ['agent', 'board'],
      needs: 'manage_agents',
      outlivesRun: true,
      input: z.object({ agentId: AgentRef, companyId: Id.optional(), keyId: PathId }),
      output: AgentKey,
      refusals: ['agent_not_found', 'key_not_found', 'not_your_agent', 'run_token_refused'],
      emits: ['key.revoked'],
    }),
    ...inviteOperations,
    ...inboxOperations,
    ...memberOperations,
    ...userOperations,
    ...accountActivityOperations,
    ...webhookOperations,
    ...hookOperations,
    ...packageImportOperations,
  },
  events: {
    ...inviteEvents,
    ...memberEvents,
    ...webhookEvents,
    ...hookEvents,
    ...packageImportEvents,
    'key.created': keyEvent('A key was created.'),
    'key.revoked': keyEvent('A key was revoked.'),
  },
});
