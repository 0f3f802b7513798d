/** From an event to wake-ups and, for agents that can run now, to runs: all in its transaction. */
import { newId, pipelined } from '@muster/service-kit';
import { schedulerConfigOf } from '../config.ts';
import { skipReason } from '../domain/wakes/wake-admission.ts';
import type { Wake, WakingEvent } from '../domain/wakes/wakes.ts';
import type { SchedulerContext } from '../runs/run-transaction.ts';
import { listAgents } from '../store/roster.ts';
import type { Skip } from '../store/wakes/skips.ts';
import { isOlderThanWakes, type NewWake, type WakeOrigin } from '../store/wakes/wakeups.ts';
import { emitSkipped } from './emit-outcomes.ts';
import { wakeAgents } from './enqueue-wakes.ts';
import { skipWakes } from './skip-wakes.ts';

/** What an operator is told who has these events applied again. */
export const WAKES_AGAIN = 'events older than RETENTION_WAKEUPS_DAYS wake nobody';

type ReceivedWakingEvent = WakingEvent & {
  readonly id: string;
  readonly producer: string;
  readonly companyId: string;
  readonly seq: number;
  readonly runId: string | null;
  readonly traceparent: string | null;
  readonly occurredAt: string;
};

/**
 * `wakes` were decided from the event when it was received. An event that is older than wake-ups are kept
 * comes again, by the retry of a dead letter: nobody knows any more whom it has woken.
 */
export async function wakeFromEvent(
  event: ReceivedWakingEvent,
  context: SchedulerContext,
  wakes: readonly Wake[],
): Promise<void> {
  const { companyId } = event;
  const { RETENTION_WAKEUPS_DAYS } = schedulerConfigOf(context);
  const [isTooOld, known] = await pipelined([
    isOlderThanWakes(context.db, event.occurredAt, RETENTION_WAKEUPS_DAYS),
    listAgents(
      context.db,
      companyId,
      wakes.map(({ agentId }) => agentId),
    ),
  ]);
  const agents = new Map(known.map((agent) => [agent.agentId, agent]));
  const taken: NewWake[] = [];
  const skips: Skip[] = [];
  for (const wake of wakes) {
    const reason = isTooOld ? 'event_too_old' : skipReason(agents.get(wake.agentId), wake);
    if (reason) skips.push({ ...wake, reason });
    else taken.push({ ...wake, id: newId(), cause: `${event.producer}:${event.seq}` });
  }
  await skipWakes(context, companyId, skips);
  emitSkipped(context, companyId, skips);
  await wakeAgents(context, originOf(event), taken);
}

/** An event of a user begins a chain, whichever run the user acted for. */
function originOf({
  companyId,
  id,
  type,
  actorType,
  actorId,
  runId,
  traceparent,
}: ReceivedWakingEvent): WakeOrigin {
  const origin = { companyId, eventId: id, traceparent, isVerdict: type === 'issue.reviewed' };
  if (actorType === 'user') return { ...origin, runId: null };
  return { ...origin, runId, authorAgentId: actorType === 'agent' ? actorId : null };
}
