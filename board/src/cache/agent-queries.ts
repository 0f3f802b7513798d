/** What the pages of agents read. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';

export const agentQuery = (companyId: string, ref: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'one', ref],
    queryFn: ({ signal }) => call('getAgent', { agentId: ref, companyId }, { signal }),
  });

/** All agents, also those that are terminated, page by page. */
export const agentPagesQuery = (companyId: string) =>
  infiniteQueryOptions({
    queryKey: ['agents', companyId, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listAgents',
        { companyId, limit: 500, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const orgQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'org'],
    queryFn: ({ signal }) => call('getOrg', { companyId }, { signal }),
  });

export const wakesQuery = (companyId: string, agentId: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'wakes', agentId],
    queryFn: ({ signal }) => call('getAgentWakes', { agentId }, { signal }),
  });

export const revisionsQuery = (companyId: string, agentId: string) =>
  infiniteQueryOptions({
    queryKey: ['agents', companyId, 'revisions', agentId],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listConfigRevisions',
        { agentId, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const agentKeysQuery = (companyId: string, agentId: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'keys', agentId],
    queryFn: ({ signal }) => call('listAgentKeys', { agentId }, { signal }),
  });

export const instructionsQuery = (companyId: string, agentId: string, version?: number) =>
  queryOptions({
    queryKey: ['agents', companyId, 'instructions', agentId, version],
    queryFn: ({ signal }) =>
      call(
        'getInstructions',
        { agentId, ...(version === undefined ? {} : { version }) },
        { signal },
      ),
  });

export const instructionsRevisionsQuery = (companyId: string, agentId: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'instructions revisions', agentId],
    queryFn: ({ signal }) => call('listInstructionsRevisions', { agentId, limit: 100 }, { signal }),
  });

export const agentSkillsQuery = (companyId: string, agentId: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'skills', agentId],
    queryFn: ({ signal }) => call('listAgentSkills', { agentId }, { signal }),
  });

export const skillsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'all skills'],
    queryFn: ({ signal }) => call('listSkills', { companyId, limit: 100 }, { signal }),
  });

/** Looks where a run of the agent would be started; each look is a new one. */
export const agentCheckQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['check', agentId],
    queryFn: async ({ signal }) => {
      const report = await call('checkAgent', { agentId }, { signal });
      return 'checks' in report ? report : { ok: false, checks: [] };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Issues by id in one read, for rows that name them. */
export const issuesByIdQuery = (companyId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['issues', companyId, 'by id', ids],
    queryFn: ({ signal }) =>
      call('listIssues', { companyId, ids: [...ids], limit: 500 }, { signal }),
    enabled: ids.length > 0,
  });
