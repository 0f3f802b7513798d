/** Puts the parts of the services together: what waits, and how much of it in each company. */
import {
  Permission,
  type agents,
  type approvals,
  type BoardInbox,
  type gateway,
  type issues,
  type Membership,
  type Output,
  type UserActor,
} from '@muster/contracts';

export interface InboxParts {
  readonly agents: Output<typeof agents, 'listStoppedAgents'> | undefined;
  readonly approvals: Output<typeof approvals, 'listWaitingApprovals'> | undefined;
  readonly issues: Output<typeof issues, 'listIssuesOfBoard'> | undefined;
  readonly gateway: Output<typeof gateway, 'listWaitingJoiners'> | undefined;
}

type Company = BoardInbox['companies'][number];
type Counts = Company['counts'];

const partNames = ['agents', 'issues', 'approvals', 'gateway'] as const;

const ofReason = { assigned: 'assigned', in_review: 'inReview', stuck: 'stuck' } as const;

export function boardInboxOf(memberships: UserActor['companies'], parts: InboxParts): BoardInbox {
  const missing = partNames.filter((name) => parts[name] === undefined);
  return {
    companies: companiesOf(memberships, parts),
    approvals: parts.approvals?.rows ?? [],
    joinRequests: parts.gateway?.joinRequests.rows ?? [],
    issues: parts.issues?.rows ?? [],
    overdue: parts.issues?.overdue?.rows ?? [],
    questions: parts.issues?.questions?.rows ?? [],
    routines: parts.issues?.routines?.rows ?? [],
    agents: parts.agents?.rows ?? [],
    webhooks: parts.gateway?.webhooks.rows ?? [],
    ...(isCut(parts) ? { more: true } : {}),
    ...(missing.length > 0 ? { unavailable: missing } : {}),
  };
}

const isCut = ({ agents, approvals, issues, gateway }: InboxParts): boolean =>
  [
    agents,
    approvals,
    issues,
    issues?.questions,
    issues?.routines,
    gateway?.joinRequests,
    gateway?.webhooks,
  ].some((part) => part?.more);

function companiesOf(memberships: UserActor['companies'], parts: InboxParts): Company[] {
  const counts = new Map<string, Counts>();
  const add = (companyId: string, what: keyof Counts, count: number): void => {
    counts.set(companyId, { ...(counts.get(companyId) ?? none), [what]: count });
  };
  for (const { companyId, count } of parts.agents?.counts ?? []) add(companyId, 'agents', count);
  for (const { companyId, count } of parts.approvals?.counts ?? []) {
    add(companyId, 'approvals', count);
  }
  for (const { companyId, count, reason } of parts.issues?.counts ?? []) {
    add(companyId, ofReason[reason], count);
  }
  for (const { companyId, count } of parts.issues?.overdue?.counts ?? []) {
    add(companyId, 'overdue', count);
  }
  for (const { companyId, count } of parts.issues?.questions?.counts ?? []) {
    add(companyId, 'questions', count);
  }
  for (const { companyId, count } of parts.issues?.routines?.counts ?? []) {
    add(companyId, 'routines', count);
  }
  for (const { companyId, count } of parts.gateway?.joinRequests.counts ?? []) {
    add(companyId, 'joinRequests', count);
  }
  for (const { companyId, count } of parts.gateway?.webhooks.counts ?? []) {
    add(companyId, 'webhooks', count);
  }
  return [...counts]
    .map(([companyId, counted]) => ({
      companyId,
      ...rightsIn(memberships, companyId),
      counts: counted,
    }))
    .toSorted((one, other) => (one.companyId < other.companyId ? -1 : 1));
}

const none: Counts = {
  approvals: 0,
  joinRequests: 0,
  assigned: 0,
  inReview: 0,
  stuck: 0,
  overdue: 0,
  questions: 0,
  routines: 0,
  agents: 0,
  webhooks: 0,
};

/** An instance admin and an owner have every permission. */
function rightsIn(
  memberships: UserActor['companies'],
  companyId: string,
): Pick<Company, 'role' | 'permissions'> {
  if (memberships === 'all') return { role: null, permissions: Permission.options };
  const member = memberships.find((one: Membership) => one.companyId === companyId);
  if (member?.role === 'owner') return { role: 'owner', permissions: Permission.options };
  return { role: member?.role ?? null, permissions: member?.permissions ?? [] };
}
