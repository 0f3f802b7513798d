/** What an event means for the cache: the row that it carries, and which reads are no longer fresh. */
import type { Activity, IssueSnapshot } from '@muster/contracts';

/** The first part of each query's key; the second is the company. */
export type Topic =
  | 'activity'
  | 'agents'
  | 'approvals'
  | 'comments'
  | 'companies'
  | 'costs'
  | 'dashboard'
  | 'issues'
  | 'joiners'
  | 'members'
  | 'runs';

const topicsByEntity: Readonly<Record<string, readonly Topic[]>> = {
  issue: ['issues', 'dashboard', 'activity'],
  agent: ['agents', 'dashboard', 'activity'],
  run: ['runs', 'agents', 'dashboard', 'activity'],
  approval: ['approvals', 'dashboard', 'activity'],
  join_request: ['joiners', 'activity'],
  budget: ['costs', 'agents', 'dashboard', 'activity'],
  cost: ['costs'],
  company: ['companies', 'dashboard', 'activity'],
  member: ['members', 'activity'],
  key: ['agents', 'activity'],
  instructions: ['agents', 'activity'],
  agent_skills: ['agents', 'activity'],
  skill: ['agents', 'activity'],
  quota: ['agents', 'activity'],
};

/** Entities of the log that are kept under another topic of the cache. */
const nameOf = (action: string): string => action.split('.', 1)[0] ?? '';

export function staleTopics({ action }: Pick<Activity, 'action'>): readonly Topic[] {
  if (action === 'issue.commented') return ['comments', 'issues', 'activity'];
  // Usage of a live run is a sum that the run itself shows.
  if (action === 'run.usage_reported') return ['runs'];
  return topicsByEntity[nameOf(action)] ?? ['activity'];
}

export function snapshotOf({ action, details }: Activity): IssueSnapshot | undefined {
  if (nameOf(action) !== 'issue') return undefined;
  const snapshot = details as Partial<IssueSnapshot>;
  return typeof snapshot.issueId === 'string' && typeof snapshot.version === 'number'
    ? (snapshot as IssueSnapshot)
    : undefined;
}
