/** Due times of a timer: no drift, no replay of missed times, no two times close together. */
import { nextCronTime, type CatchUp } from '@muster/contracts';

/** When a timer is due: by its cron expression if it has one, otherwise by its interval. */
export interface TimerPlan {
  readonly intervalSec: number;
  readonly cron: string | null;
  readonly timeZone: string;
}

/** A time zone may never reach the time of a cron expression; it is checked again a day later. */
const CRON_RETRY_MS = 86_400_000;

/** The first due time of a timer that begins now. */
export function firstDue(agentId: string, plan: TimerPlan, now: string): string {
  if (plan.cron !== null) return nextCronDue(plan, plan.cron, now);
  return isoAt(Date.parse(now) + firstDelay(agentId, plan.intervalSec * 1_000));
}

/** The due time after the current one. */
export function dueAfter(plan: TimerPlan, dueAt: string, now: string): string {
  if (plan.cron !== null) return nextCronDue(plan, plan.cron, now);
  return isoAt(nextDue(Date.parse(dueAt), plan.intervalSec * 1_000, Date.parse(now)));
}

/** A timer that is fired later than this was missed: an outage, not a busy moment. */
const LATE_MS = 60_000;

/** Whether a due time was missed and is not caught up with. */
export const isMissed = (catchUp: CatchUp, dueAt: string, now: string): boolean =>
  catchUp === 'none' && Date.parse(now) - Date.parse(dueAt) > LATE_MS;

const isoAt = (ms: number): string => new Date(ms).toISOString();

const nextCronDue = ({ timeZone }: TimerPlan, cron: string, now: string): string =>
  nextCronTime({ cron, timeZone }, now) ?? isoAt(Date.parse(now) + CRON_RETRY_MS);

/**
 * The next due time: the first on the grid of `dueAtMs` that is at least half an interval away. An
 * agent that is late once returns to its grid.
 */
export function nextDue(dueAtMs: number, intervalMs: number, nowMs: number): number {
  const earliest = Math.max(dueAtMs + intervalMs, nowMs + intervalMs / 2);
  return dueAtMs + Math.ceil((earliest - dueAtMs) / intervalMs) * intervalMs;
}

/** FNV-1a, 32 bits: spreads ids evenly and gives the same value in every process. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Anywhere in the first interval, so that many agents are not due at the same time. */
export const firstDelay = (agentId: string, intervalMs: number): number =>
  Math.floor((hash(agentId) / 2 ** 32) * intervalMs);
