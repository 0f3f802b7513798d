/** What the pages of settings and of the reader's own account read. */
import type { DeliveryStatus } from '@muster/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';

/** More than a company has of these. */
const ROWS = 500;
/** Deliveries of a page: two screens. */
const DELIVERIES = 50;

export const invitationsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['invitations', companyId],
    queryFn: ({ signal }) => call('listUserInvitations', { companyId, limit: 100 }, { signal }),
  });

export const invitesQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['invites', companyId],
    queryFn: ({ signal }) => call('listInvites', { companyId, limit: 100 }, { signal }),
  });

export const joinersQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['joiners', companyId],
    queryFn: ({ signal }) => call('listJoinRequests', { companyId, limit: 100 }, { signal }),
  });

export const labelsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['labels', companyId],
    queryFn: ({ signal }) => call('listLabels', { companyId, limit: ROWS }, { signal }),
    staleTime: 60_000,
  });

export const secretsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['secrets', companyId],
    queryFn: ({ signal }) => call('listSecrets', { companyId, limit: ROWS }, { signal }),
  });

export const webhooksQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['webhooks', companyId, 'list'],
    queryFn: ({ signal }) => call('listWebhooks', { companyId, limit: 100 }, { signal }),
  });

export const webhookQuery = (companyId: string, webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', companyId, 'one', webhookId],
    queryFn: ({ signal }) => call('getWebhook', { companyId, webhookId }, { signal }),
  });

export const deliveriesQuery = (
  companyId: string,
  webhookId: string,
  status: DeliveryStatus | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', companyId, 'deliveries', webhookId, status],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listWebhookDeliveries',
        {
          companyId,
          webhookId,
          limit: DELIVERIES,
          ...(status ? { status } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const ownSessionsQuery = queryOptions({
  queryKey: ['account', 'own sessions'],
  queryFn: ({ signal }) => call('listSessions', {}, { signal }),
});

export const ownTokensQuery = queryOptions({
  queryKey: ['account', 'own tokens'],
  queryFn: ({ signal }) => call('listBoardTokens', {}, { signal }),
});

export const ownInvitationsQuery = queryOptions({
  queryKey: ['account', 'own invitations'],
  queryFn: ({ signal }) => call('listOwnInvitations', {}, { signal }),
});

export const usersQuery = queryOptions({
  queryKey: ['account', 'users'],
  queryFn: ({ signal }) => call('listUsers', { limit: ROWS }, { signal }),
});

export const instanceInvitationsQuery = queryOptions({
  queryKey: ['account', 'invitations'],
  queryFn: ({ signal }) => call('listInstanceInvitations', { limit: 100 }, { signal }),
});
