/**
 * From an event to wake-ups and, where the agents can run now, to runs: all in its transaction.
 */
import type { scheduler } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { skipReason } from '../domain/reception.ts';
import { wakesOf, type WakingEvent } from '../domain/wakes.ts';
import { listAgents } from '../store/roster.ts';
import { countSkip } from '../store/skips.ts';
import { insertWakes, type NewWake } from '../store/wakeups.ts';
import { queueRuns } from './queue-runs.ts';

type Heard = WakingEvent & {
  readonly id: string;
  readonly producer: string;
  readonly companyId: string;
  readonly seq: number;
  readonly runId: string | null;
  readonly traceparent: string | null;
};

export async function takeWakes(
  event: Heard,
  context: Context<typeof scheduler>,
): Promise<void> {
  const wakes = wakesOf(event);
  if (wakes.length === 0) return;
  const { companyId } = event;
  const { db } = context;
  const known = await listAgents(db, companyId, wakes.map(({ agentId }) => agentId));
  const agents = new Map(known.map((agent) => [agent.agentId, agent]));
  const taken: NewWake[] = [];
  for (const wake of wakes) {
    const skipped = skipReason(agents.get(wake.agentId), wake.source);
    if (skipped) await countSkip(db, companyId, wake.agentId, skipped);
    else taken.push({ ...wake, id: newId(), cause: `${event.producer}:${event.seq}` });
  }
  if (taken.length === 0) return;
  const woken = await insertWakes(db, {
    companyId, eventId: event.id, runId: event.runId, traceparent: event.traceparent,
  }, taken);
  await queueRuns(context, companyId, woken);
}
