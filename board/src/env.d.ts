declare module 'virtual:contracts' {
  import type { IssuePriority, IssueStatus, RunStatus } from '@muster/contracts';
  /** The events of each operation that has any. */
  export const emits: Readonly<Record<string, readonly string[] | undefined>>;
  export const issueStatuses: readonly IssueStatus[];
  export const issuePriorities: readonly IssuePriority[];
  export const runStatuses: readonly RunStatus[];
}

declare module 'virtual:contracts/people' {
  import type { MemberRole, Permission } from '@muster/contracts';
  export const memberRoles: readonly MemberRole[];
  export const permissions: readonly Permission[];
}
declare module 'virtual:contracts/approvals' {
  import type { Permission } from '@muster/contracts';
  export const permissionsOfApprovals: Readonly<Record<string, Permission>>;
}
declare module 'virtual:contracts/planning' {
  import type { GoalLevel, GoalStatus, ProjectStatus } from '@muster/contracts';
  export const goalLevels: readonly GoalLevel[];
  export const goalStatuses: readonly GoalStatus[];
  export const projectStatuses: readonly ProjectStatus[];
  /** Most parts of one request. */
  export const newChildrenMax: number;
  /** Issues that a dry run decides. */
  export const bulkDecidedMax: number;
}
declare module 'virtual:contracts/agents' {
  import type { AdapterType, AgentIcon, AgentRole } from '@muster/contracts';
  import type { AdapterForm } from './domain/agents/config-form.ts';
  export const agentRoles: readonly AgentRole[];
  export const agentIcons: readonly AgentIcon[];
  export const adapterForms: Readonly<Record<AdapterType, AdapterForm>>;
}
declare module 'virtual:contracts/refusals' {
  export const refusalTitles: Readonly<Record<string, string | undefined>>;
}
declare module 'virtual:contracts/events' {
  /** Every action of the log. */
  export const actions: readonly string[];
  /** What begins and ends to wait for a person, whichever event it is. */
  export const attentionActions: readonly string[];
  export const serviceNames: readonly string[];
}
