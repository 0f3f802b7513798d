declare module 'virtual:contracts' {
  import type { IssuePriority, IssueStatus, RunStatus } from '@muster/contracts';
  export const routes: Readonly<Record<string, string>>;
  export const issueStatuses: readonly IssueStatus[];
  export const issuePriorities: readonly IssuePriority[];
  export const runStatuses: readonly RunStatus[];
}

declare module 'virtual:contracts/agents' {
  import type { AdapterType, AgentIcon, AgentRole } from '@muster/contracts';
  import type { AdapterForm } from './domain/config-form.ts';
  export const agentRoles: readonly AgentRole[];
  export const agentIcons: readonly AgentIcon[];
  export const adapterForms: Readonly<Record<AdapterType, AdapterForm>>;
}
declare module 'virtual:contracts/events' {
  /** Every action of the log. */
  export const actions: readonly string[];
}
