/** Due times of the timer: no drift, no replay of missed beats, no two beats close together. */
import { nextCronTime, type CatchUp } from '@muster/contracts';

/** When an agent is due: by the clock where it has a cron, otherwise by its interval. */
export interface Plan {
  readonly intervalSec: number;
  readonly cron: string | null;
  readonly timeZone: string;
}

/** A zone may lose what a cron waits for; then it is looked at again on the next day. */
const LOOK_AGAIN_MS = 86_400_000;

/** The first due time of a plan that begins now. */
export function firstDue(agentId: string, plan: Plan, now: string): string {
  if (plan.cron !== null) return nextByClock(plan, plan.cron, now);
  return isoAt(Date.parse(now) + firstDelay(agentId, plan.intervalSec * 1_000));
}

/** The due time after the one that has come. */
export function dueAfter(plan: Plan, dueAt: string, now: string): string {
  if (plan.cron !== null) return nextByClock(plan, plan.cron, now);
  return isoAt(nextDue(Date.parse(dueAt), plan.intervalSec * 1_000, Date.parse(now)));
}

/** A beat that comes later than this was missed: an outage, not a busy moment. */
const LATE_MS = 60_000;

/** Whether a beat that was missed is left out. */
export const isLeftOut = (catchUp: CatchUp, dueAt: string, now: string): boolean =>
  catchUp === 'none' && Date.parse(now) - Date.parse(dueAt) > LATE_MS;

const isoAt = (ms: number): string => new Date(ms).toISOString();

const nextByClock = ({ timeZone }: Plan, cron: string, now: string): string =>
  nextCronTime({ cron, timeZone }, now) ?? isoAt(Date.parse(now) + LOOK_AGAIN_MS);

/**
 * The next due time: the first on the grid of `dueAtMs` that is at least half an interval away.
 * The grid is kept, so an agent that is late today is not late for ever.
 */
export function nextDue(dueAtMs: number, intervalMs: number, nowMs: number): number {
  const earliest = Math.max(dueAtMs + intervalMs, nowMs + intervalMs / 2);
  return dueAtMs + Math.ceil((earliest - dueAtMs) / intervalMs) * intervalMs;
}

/** FNV-1a, 32 bits: spreads ids evenly, and the same in every process. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** The first beat lies somewhere in the first interval, so that many agents make no spike. */
export const firstDelay = (agentId: string, intervalMs: number): number =>
  Math.floor((hash(agentId) / 2 ** 32) * intervalMs);
