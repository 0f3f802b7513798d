declare module 'virtual:contracts' {
  import type { IssuePriority, IssueStatus, RunStatus } from '@muster/contracts';
  export const routes: Readonly<Record<string, string>>;
  export const issueStatuses: readonly IssueStatus[];
  export const issuePriorities: readonly IssuePriority[];
  export const runStatuses: readonly RunStatus[];
}
