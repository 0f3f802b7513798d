/** The part of the inbox of a board user that the gateway has: who wants to join, and dead webhooks. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { moreWaits, WaitingCount } from '../inbox-limits.ts';
import { Id, Timestamp } from '../vocabulary.ts';
import { JoinRequest } from './invite-records.ts';

export const WaitingJoinRequest = JoinRequest.pick({
  id: true,
  companyId: true,
  agentName: true,
  role: true,
  title: true,
  adapterType: true,
  createdAt: true,
  expiresAt: true,
});
export const FailingWebhook = z.object({
  id: Id,
  companyId: Id,
  url: z.string(),
  lastError: z.string().nullable(),
  updatedAt: Timestamp,
});
export type WaitingJoinRequest = z.output<typeof WaitingJoinRequest>;
export type FailingWebhook = z.output<typeof FailingWebhook>;

export const inboxOperations = {
  listWaitingJoiners: operation({
    kind: 'read',
    summary: 'Join requests that the caller may decide, and failing webhooks of its companies.',
    who: ['board'],
    input: z.object({}),
    output: z.object({
      joinRequests: z.object({
        counts: z.array(WaitingCount),
        rows: z.array(WaitingJoinRequest),
        ...moreWaits,
      }),
      webhooks: z.object({
        counts: z.array(WaitingCount),
        rows: z.array(FailingWebhook),
        ...moreWaits,
      }),
    }),
    refusals: [],
  }),
} as const;
