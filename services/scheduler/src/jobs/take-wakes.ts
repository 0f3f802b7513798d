/**
 * From an event to wake-ups and, where the agents can run now, to runs: all in its transaction.
 */
import type { scheduler } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { skipReason } from '../domain/reception.ts';
import { wakesOf, type WakingEvent } from '../domain/wakes.ts';
import { listAgents } from '../store/roster.ts';
import { countSkips, type Skip } from '../store/skips.ts';
import { insertWakes, type NewWake, type WakeOrigin } from '../store/wakeups.ts';
import { breakStorms } from './break-storms.ts';
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
  const skips: Skip[] = [];
  for (const wake of wakes) {
    const skipped = skipReason(agents.get(wake.agentId), wake.source);
    if (skipped) skips.push({ ...wake, reason: skipped });
    else taken.push({ ...wake, id: newId(), cause: `${event.producer}:${event.seq}` });
  }
  await countSkips(db, companyId, skips);
  if (taken.length === 0) return;
  const woken = await insertWakes(db, originOf(event), taken);
  await breakStorms(context, companyId, woken);
  await queueRuns(context, companyId, woken.map(({ agentId }) => agentId));
}

/** What a person does begins a chain, whichever run they do it for. */
function originOf(
  { companyId, id, actorType, actorId, runId, traceparent }: Heard,
): WakeOrigin {
  const origin = { companyId, eventId: id, traceparent };
  if (actorType === 'user') return { ...origin, runId: null };
  return { ...origin, runId, authorAgentId: actorType === 'agent' ? actorId : null };
}
