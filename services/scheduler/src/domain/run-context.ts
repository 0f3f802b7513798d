/** What a run tells its agent about the wake-ups that it carries. */
import type { RunSource, WakeVariable } from '@muster/contracts';
import type { Wake } from './wakes/wakes.ts';

export interface CarriedWake extends Omit<Wake, 'agentId' | 'payload'> {
  readonly id: string;
  readonly hops: number;
  readonly rootId: string | null;
  readonly causeEventId: string | null;
  readonly payload: unknown;
  readonly traceparent: string | null;
  readonly createdAt: string;
}

export interface RunBriefing {
  readonly source: RunSource;
  readonly reason: string;
  readonly issueId: string | null;
  /** Length of the longest chain that the run continues. */
  readonly hops: number;
  readonly rootId: string | null;
  readonly traceparent: string | null;
  readonly context: { readonly wakes: readonly object[]; readonly moreWakes: number };
}

/** Wake-ups that a run's context lists; the rest is a count. */
const LISTED_MAX = 50;

/** The most specific cause first: the agent's environment names that one. */
const urgency: readonly RunSource[] = [
  'approval',
  'mention',
  'comment',
  'assignment',
  'on_demand',
  'timer',
  'retry',
];

type Ranked = Pick<CarriedWake, 'id' | 'source'>;

const rank = ({ source }: Ranked): number => urgency.indexOf(source);

/** The most urgent first; among equals the newest. */
export const byUrgency = <W extends Ranked>(wakes: readonly W[]): W[] =>
  wakes.toSorted((a, b) => rank(a) - rank(b) || b.id.localeCompare(a.id));

export function buildRunContext(wakes: readonly CarriedWake[]): RunBriefing {
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
      wakes: ordered.slice(0, LISTED_MAX).map(listedWake),
      moreWakes: Math.max(0, ordered.length - LISTED_MAX),
    },
  };
}

const listedWake = ({
  hops: _,
  rootId: __,
  causeEventId: ___,
  traceparent: ____,
  ...wake
}: CarriedWake) => wake;

/** Hexadecimal digits at the start of an id: its time of creation in milliseconds. */
const TIME_DIGITS = 12;

/** When it was caused: the time of its event, or of the wake-up itself if it has none. */
export const causeTimeMs = ({
  causeEventId,
  createdAt,
}: Pick<CarriedWake, 'causeEventId' | 'createdAt'>): number =>
  causeEventId === null
    ? Date.parse(createdAt)
    : Number.parseInt(causeEventId.replaceAll('-', '').slice(0, TIME_DIGITS), 16);

/** Environment variables that say why the agent was woken; those that do not apply are absent. */
export function wakeVariables(wakes: readonly CarriedWake[]): Record<string, string> {
  const ordered = byUrgency(wakes);
  const newest = <K extends 'issueId' | 'commentId'>(key: K) =>
    ordered.find((wake) => wake[key])?.[key] ?? undefined;
  const approval = ordered.find(({ approvalId }) => approvalId);
  const variables: Record<WakeVariable, string | undefined> = {
    SERVICE_WAKE_REASON: ordered[0]?.reason,
    SERVICE_TASK_ID: newest('issueId'),
    SERVICE_WAKE_COMMENT_ID: newest('commentId'),
    SERVICE_APPROVAL_ID: approval?.approvalId ?? undefined,
    SERVICE_APPROVAL_STATUS: approval?.approvalStatus ?? undefined,
    SERVICE_LINKED_ISSUE_IDS: approval?.linkedIssueIds.join(','),
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
