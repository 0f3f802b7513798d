/** What a run is told of the wake-ups that it carries. */
import type { RunSource, WakeVariable } from '@muster/contracts';
import type { Wake } from './wakes.ts';

export interface CarriedWake extends Omit<Wake, 'agentId' | 'payload'> {
  readonly id: string;
  readonly hops: number;
  readonly rootId: string | null;
  readonly causeEventId: string | null;
  readonly payload: unknown;
  readonly traceparent: string | null;
  readonly createdAt: string;
}

export interface Told {
  readonly source: RunSource;
  readonly reason: string;
  readonly issueId: string | null;
  /** Of the longest of the chains that the run continues. */
  readonly hops: number;
  readonly rootId: string | null;
  readonly traceparent: string | null;
  readonly context: { readonly wakes: readonly object[]; readonly moreWakes: number };
}

/** Wake-ups that a run's context lists one by one; the rest is a number. */
const LISTED_MAX = 50;

/** The most pointed question first; the agent is told of that one by its environment. */
const urgency: readonly RunSource[] = [
  'approval', 'mention', 'comment', 'assignment', 'on_demand', 'timer', 'retry',
];

type Ranked = Pick<CarriedWake, 'id' | 'source'>;

const rank = ({ source }: Ranked): number => urgency.indexOf(source);

/** The most urgent first, and of those the newest. */
export const byUrgency = <W extends Ranked>(wakes: readonly W[]): W[] =>
  wakes.toSorted((a, b) => rank(a) - rank(b) || b.id.localeCompare(a.id));

export function tell(wakes: readonly CarriedWake[]): Told {
  const ordered = byUrgency(wakes);
  const [first] = ordered;
  if (!first) throw new Error('a run carries at least one wake-up');
  const farthest = ordered.reduce((a, b) => (b.hops > a.hops ? b : a));
  return {
    source: wakes.some(({ source }) => source === 'retry') ? 'retry' : first.source,
    reason: first.reason,
    issueId: ordered.find(({ issueId }) => issueId)?.issueId ?? null,
    hops: farthest.hops,
    rootId: farthest.rootId,
    traceparent: first.traceparent,
    context: {
      wakes: ordered.slice(0, LISTED_MAX).map(listed),
      moreWakes: Math.max(0, ordered.length - LISTED_MAX),
    },
  };
}

const listed = ({
  hops: _, rootId: __, causeEventId: ___, traceparent: ____, ...wake
}: CarriedWake) => wake;

/** Ids begin with the time at which they were made, in milliseconds. */
const TIME_DIGITS = 12;

/** When it was caused: at its event, or where there is none when it was made itself. */
export const causedAt = (
  { causeEventId, createdAt }: Pick<CarriedWake, 'causeEventId' | 'createdAt'>,
): number =>
  causeEventId === null
    ? Date.parse(createdAt)
    : Number.parseInt(causeEventId.replaceAll('-', '').slice(0, TIME_DIGITS), 16);

/** The environment values that say why the agent was woken; what does not apply is absent. */
export function wakeVariables(wakes: readonly CarriedWake[]): Record<string, string> {
  const ordered = byUrgency(wakes);
  const about = <K extends 'issueId' | 'commentId'>(key: K) =>
    ordered.find((wake) => wake[key])?.[key] ?? undefined;
  const approval = ordered.find(({ approvalId }) => approvalId);
  const variables: Record<WakeVariable, string | undefined> = {
    SERVICE_WAKE_REASON: ordered[0]?.reason,
    SERVICE_TASK_ID: about('issueId'),
    SERVICE_WAKE_COMMENT_ID: about('commentId'),
    SERVICE_APPROVAL_ID: approval?.approvalId ?? undefined,
    SERVICE_APPROVAL_STATUS: approval?.approvalStatus ?? undefined,
    SERVICE_LINKED_ISSUE_IDS: approval?.linkedIssueIds.join(','),
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]]),
  );
}
