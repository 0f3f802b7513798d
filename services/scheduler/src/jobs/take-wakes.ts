/**
 * From an event to wake-ups and, where the agents can run now, to runs: all in its transaction.
 */
import type { scheduler } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { skipReason } from '../domain/reception.ts';
import { wakesOf, type WakingEvent } from '../domain/wakes.ts';
import { listAgents } from '../store/roster.ts';
import type { Skip } from '../store/skips.ts';
import type { NewWake, WakeOrigin } from '../store/wakeups.ts';
import { wakeAgents } from './add-wakes.ts';
import { skipWakes } from './skip-wakes.ts';

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
  await skipWakes(context, companyId, skips);
  await wakeAgents(context, originOf(event), taken);
}

/** What a person does begins a chain, whichever run they do it for. */
function originOf(
  { companyId, id, actorType, actorId, runId, traceparent }: Heard,
): WakeOrigin {
  const origin = { companyId, eventId: id, traceparent };
  if (actorType === 'user') return { ...origin, runId: null };
  return { ...origin, runId, authorAgentId: actorType === 'agent' ? actorId : null };
}
