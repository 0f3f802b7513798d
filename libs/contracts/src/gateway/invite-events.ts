/** Events about agent invites and join requests. */
import { z } from 'zod';
import { event } from '../define.ts';
import { Joiner } from './invite-records.ts';
import { Id, Timestamp } from '../vocabulary.ts';

const inviteEvent = (summary: string) =>
  event({
    entity: 'invite',
    version: 1,
    summary,
    payload: z.object({ inviteId: Id, expiresAt: Timestamp }),
  });

const requestEvent = (summary: string) =>
  event({
    entity: 'join_request',
    version: 1,
    summary,
    payload: z.object({ joinRequestId: Id, inviteId: Id, agentName: z.string() }),
  });

export const inviteEvents = {
  'invite.created': inviteEvent('An agent from outside was invited.'),
  'invite.revoked': inviteEvent('An invite was revoked.'),
  'invite.accepted': event({
    entity: 'invite',
    version: 1,
    summary: 'An invite was used.',
    payload: z.object({ inviteId: Id, joinRequestId: Id }),
  }),
  'join_request.created': requestEvent('An agent from outside asked to join.'),
  'join_request.approved': event({
    entity: 'join_request',
    version: 1,
    summary: 'The board approved a join request; the agent gets the id in the payload.',
    payload: z.object({ joinRequestId: Id, inviteId: Id, agentId: Id, joiner: Joiner }),
  }),
  'join_request.rejected': requestEvent('The board rejected a join request.'),
  'join_request.claimed': event({
    entity: 'join_request',
    version: 1,
    summary: 'A joining agent claimed its key.',
    payload: z.object({ joinRequestId: Id, agentId: Id, keyId: Id }),
  }),
} as const;
