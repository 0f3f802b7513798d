/** What the pages read. A key begins with its topic and its company, by which events find it. */
import type { ApprovalStatus, IssuePriority, IssueStatus, RunStatus } from '@muster/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';

export interface IssueFilter {
  readonly status?: readonly IssueStatus[] | undefined;
  readonly priority?: readonly IssuePriority[] | undefined;
  readonly assigneeAgentId?: string | undefined;
  readonly assigneeUserId?: 'me' | undefined;
  readonly unassigned?: true | undefined;
  readonly blocked?: true | undefined;
  readonly projectId?: string | undefined;
  readonly goalId?: string | undefined;
  readonly labelId?: string | undefined;
  readonly sort?: 'priority' | 'updated' | 'created' | undefined;
  readonly q?: string | undefined;
}

/** Rows of a page of a list: enough for any screen, and read in one statement. */
const ROWS = 200;

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('getSession', {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The ways to sign in, and for the board what is installed. */
export const instanceQuery = queryOptions({
  queryKey: ['instance'],
  queryFn: ({ signal }) => call('getInstance', {}, { signal }),
  staleTime: 60_000,
});

export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => call('listCompanies', { limit: ROWS }, { signal }),
});

/** What waits for the reader in all companies: the inbox, and the counts in the frame. */
export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => call('getBoardInbox', {}, { signal }),
});

export const dashboardQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['dashboard', companyId],
    queryFn: ({ signal }) => call('getDashboard', { companyId }, { signal }),
  });

export const agentsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['agents', companyId, 'list'],
    queryFn: ({ signal }) => call('listAgents', { companyId, limit: 500 }, { signal }),
  });

export const membersQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['members', companyId],
    queryFn: ({ signal }) => call('listMembers', { companyId, limit: 500 }, { signal }),
    staleTime: 60_000,
  });

export const issuesQuery = (companyId: string, filter: IssueFilter) =>
  infiniteQueryOptions({
    queryKey: ['issues', companyId, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listIssues',
        {
          companyId,
          limit: ROWS,
          ...defined({
            ...filter,
            status: filter.status && [...filter.status],
            priority: filter.priority && [...filter.priority],
            cursor: pageParam,
          }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** What a column of the board shows of its issues; the moves that the reader may make belong to it. */
const COLUMN_ROWS = 100;

export const columnQuery = (companyId: string, filter: IssueFilter, status: IssueStatus) =>
  queryOptions({
    queryKey: ['issues', companyId, 'column', filter, status],
    queryFn: ({ signal }) =>
      call(
        'listIssues',
        {
          companyId,
          limit: COLUMN_ROWS,
          ...defined({ ...filter, priority: filter.priority && [...filter.priority] }),
          status: [status],
          fields: [
            'id',
            'version',
            'identifier',
            'title',
            'status',
            'priority',
            'assigneeAgentId',
            'assigneeUserId',
            'labels',
            'labelIds',
            'updatedAt',
            'allowedTransitions',
          ],
        },
        { signal },
      ),
  });

export const issueCountsQuery = (companyId: string, { q: _, sort: __, ...filter }: IssueFilter) =>
  queryOptions({
    queryKey: ['issues', companyId, 'counts', filter],
    queryFn: ({ signal }) =>
      call(
        'countListedIssues',
        {
          companyId,
          ...defined({
            ...filter,
            status: filter.status && [...filter.status],
            priority: filter.priority && [...filter.priority],
          }),
        },
        { signal },
      ),
  });

export const issueQuery = (companyId: string, ref: string) =>
  queryOptions({
    queryKey: ['issues', companyId, 'one', ref],
    queryFn: ({ signal }) => call('getIssue', { issueId: ref }, { signal }),
  });

export const commentsQuery = (companyId: string, issueId: string) =>
  infiniteQueryOptions({
    queryKey: ['comments', companyId, issueId],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listComments',
        { issueId, order: 'desc', limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** The first page of the children of an issue, and how many of them have which status. */
export const childrenQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['issues', companyId, 'children of', issueId],
    queryFn: ({ signal }) => call('listChildren', { issueId }, { signal }),
  });

/** What agents wait for on an issue, the open waits first. */
export const waitsQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['issues', companyId, 'waits of', issueId],
    queryFn: ({ signal }) => call('listWaits', { issueId }, { signal }),
  });

/** The newest questions about an issue, the open ones among them. */
export const questionsQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['questions', companyId, issueId],
    queryFn: ({ signal }) => call('listQuestions', { issueId, limit: 50 }, { signal }),
  });

export const issueApprovalsQuery = (companyId: string, issueId: string) =>
  queryOptions({
    queryKey: ['approvals', companyId, 'of issue', issueId],
    queryFn: ({ signal }) => call('listIssueApprovals', { issueId }, { signal }),
  });

export const runsQuery = (
  companyId: string,
  filter: { agentId?: string | undefined; status?: readonly RunStatus[] | undefined } = {},
) =>
  infiniteQueryOptions({
    queryKey: ['runs', companyId, 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listRuns',
        {
          companyId,
          limit: 100,
          ...(filter.agentId ? { agentId: filter.agentId } : {}),
          ...(filter.status ? { status: [...filter.status] } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const runQuery = (companyId: string, runId: string) =>
  queryOptions({
    queryKey: ['runs', companyId, 'one', runId],
    queryFn: ({ signal }) => call('getRun', { runId }, { signal }),
  });

export const runMessagesQuery = (companyId: string, runId: string) =>
  queryOptions({
    queryKey: ['runs', companyId, 'messages', runId],
    queryFn: ({ signal }) => call('listRunMessages', { runId }, { signal }),
  });

export const approvalsQuery = (companyId: string, status?: readonly ApprovalStatus[]) =>
  infiniteQueryOptions({
    queryKey: ['approvals', companyId, 'list', status],
    queryFn: ({ signal, pageParam }) =>
      callPage(
        'listApprovals',
        {
          companyId,
          limit: 100,
          ...(status ? { status: [...status] } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const approvalQuery = (companyId: string, approvalId: string) =>
  queryOptions({
    queryKey: ['approvals', companyId, 'one', approvalId],
    queryFn: ({ signal }) => call('getApproval', { approvalId }, { signal }),
  });

export const latestActivityQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['activity', companyId, 'latest'],
    queryFn: ({ signal }) => call('listCompanyActivity', { companyId, limit: 100 }, { signal }),
  });
