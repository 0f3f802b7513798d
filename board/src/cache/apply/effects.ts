/** What an event means for the cache: the row that it carries, and which reads are no longer fresh. */
import type { Activity, IssueSnapshot } from '@muster/contracts';

/** The first part of each query's key; the second is the company, but for what spans all of them. */
export type Topic =
  | 'account'
  | 'activity'
  | 'agents'
  | 'approvals'
  | 'bulk_changes'
  | 'comments'
  | 'companies'
  | 'costs'
  | 'dashboard'
  | 'documents'
  | 'files'
  | 'goals'
  | 'inbox'
  | 'invitations'
  | 'invites'
  | 'issues'
  | 'joiners'
  | 'labels'
  | 'members'
  | 'projects'
  | 'questions'
  | 'routines'
  | 'runs'
  | 'secrets'
  | 'session'
  | 'hooks'
  | 'package_imports'
  | 'webhooks';

const topicsByEntity: Readonly<Record<string, readonly Topic[]>> = {
  // An open receipt counts the issues as they change, as that of an import does with each thing.
  issue: [
    'issues',
    'bulk_changes',
    'package_imports',
    'inbox',
    'dashboard',
    'projects',
    'activity',
  ],
  bulk_change: ['bulk_changes', 'activity'],
  agent: ['agents', 'package_imports', 'inbox', 'dashboard', 'activity'],
  agent_change: ['agents', 'approvals', 'activity'],
  run: ['runs', 'agents', 'dashboard', 'activity'],
  question: ['questions', 'inbox', 'activity'],
  document: ['documents', 'activity'],
  file: ['files', 'activity'],
  approval: ['approvals', 'inbox', 'dashboard', 'activity'],
  join_request: ['joiners', 'inbox', 'activity'],
  invite: ['invites', 'activity'],
  budget: ['costs', 'agents', 'inbox', 'dashboard', 'activity'],
  cost: ['costs'],
  // Its limit is shown among the costs, and its stop at each of its agents and runs.
  company: ['companies', 'agents', 'runs', 'costs', 'dashboard', 'activity'],
  // The reader may be the one whose rights have changed, and who sees one company more or less.
  member: ['members', 'companies', 'session', 'inbox', 'activity'],
  user_invitation: ['invitations', 'account', 'activity'],
  label: ['labels', 'issues', 'activity'],
  // The lists of projects and goals with their progress are kept under issues.
  project: ['projects', 'issues', 'package_imports', 'activity'],
  workspace: ['projects', 'activity'],
  goal: ['goals', 'issues', 'package_imports', 'activity'],
  secret: ['secrets', 'activity'],
  hook: ['hooks', 'activity'],
  webhook: ['webhooks', 'inbox', 'activity'],
  package_import: ['package_imports', 'activity'],
  key: ['agents', 'activity'],
  instructions: ['agents', 'activity'],
  agent_skills: ['agents', 'activity'],
  skill: ['agents', 'package_imports', 'activity'],
  quota: ['agents', 'activity'],
  routine: ['routines', 'package_imports', 'inbox', 'activity'],
};

const spanning: ReadonlySet<Topic> = new Set(['account', 'companies', 'inbox', 'session']);

/** How the queries of a topic begin: in one company, or in all where none is named. */
export const keyOf = (topic: Topic, companyId: string | undefined): readonly string[] =>
  companyId === undefined || spanning.has(topic) ? [topic] : [topic, companyId];

/** Entities of the log that are kept under another topic of the cache. */
const nameOf = (action: string): string => action.split('.', 1)[0] ?? '';

export function staleTopics({ action }: Pick<Activity, 'action'>): readonly Topic[] {
  if (action.startsWith('agent.wake_') || action === 'agent.checked') return ['activity'];
  if (action === 'issue.commented' || action === 'issue.comment_redacted')
    return ['comments', 'issues', 'inbox', 'activity'];
  if (action === 'agent.updated') return ['costs', ...(topicsByEntity['agent'] ?? [])];
  // Usage of a live run is a sum that the run itself shows.
  if (action === 'run.usage_reported') return ['runs'];
  return topicsByEntity[nameOf(action)] ?? ['activity'];
}

/** A write of an account is in no log of a company, and emits nothing. */
export const topicsOfWrite = (emitted: readonly string[] | undefined): readonly Topic[] =>
  emitted ? [...new Set(emitted.flatMap((action) => staleTopics({ action })))] : ['account'];

export function snapshotOf({ action, details }: Activity): IssueSnapshot | undefined {
  if (nameOf(action) !== 'issue') return undefined;
  const snapshot = details as Partial<IssueSnapshot>;
  return typeof snapshot.issueId === 'string' && typeof snapshot.version === 'number'
    ? (snapshot as IssueSnapshot)
    : undefined;
}
