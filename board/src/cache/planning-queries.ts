/** Goals and projects. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** More than a company has of these. */
const ROWS = 500;

export const goalsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['goals', companyId],
    queryFn: ({ signal }) => call('listGoals', { companyId, limit: ROWS }, { signal }),
  });

/** What a write of a goal or a project makes stale besides the goals or the projects. */
export const progressKey = (companyId: string) => ['issues', companyId, 'progress'] as const;

/** Forms and filters need names only, so the issues are counted for the page of goals alone. */
export const goalsWithProgressQuery = (companyId: string) =>
  queryOptions({
    // Under issues, whose events change it.
    queryKey: [...progressKey(companyId), 'goals'],
    queryFn: ({ signal }) =>
      call('listGoals', { companyId, limit: ROWS, progress: true }, { signal }),
  });

export const projectsQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['projects', companyId, 'list'],
    queryFn: ({ signal }) => call('listProjects', { companyId, limit: ROWS }, { signal }),
  });

export const projectsWithProgressQuery = (companyId: string) =>
  queryOptions({
    queryKey: [...progressKey(companyId), 'projects'],
    queryFn: ({ signal }) =>
      call('listProjects', { companyId, limit: ROWS, progress: true }, { signal }),
  });

export const projectQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: ['projects', companyId, 'one', projectId],
    queryFn: ({ signal }) => call('getProject', { projectId }, { signal }),
  });

/** How many issues of each status a project or a goal has. */
export const progressQuery = (
  companyId: string,
  of: { readonly projectId: string } | { readonly goalId: string },
) =>
  queryOptions({
    queryKey: [...progressKey(companyId), of],
    queryFn: ({ signal }) => call('countListedIssues', { companyId, ...of }, { signal }),
  });
