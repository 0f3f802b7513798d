/**
 * A remote agent asks for its wake-ups. While it is away, nothing is reserved for it and its run is
 * offered to nobody; its first request has the run admitted, and waits a moment for the offer, so
 * that also an agent that asks once an hour finds it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { OfferedWake, scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { byUrgency } from '../domain/run-context.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { claimWaiting, listOffered, saveAsked } from '../store/remote-runs.ts';

/** Longer than an admission takes where agents and billing answer, and within any client's patience. */
const OFFER_WAIT_MS = 1_500;
const LOOK_MS = 100;

export const listOfferedWakes: Handler<
  typeof scheduler,
  'listOfferedWakes',
  SchedulerParts
> = async (_, { db, scope, actor, parts: { signals } }) => {
  const agentId = actor.id;
  const look = (): Promise<OfferedWake[]> => listOffered(db, scope, agentId);
  const wasAway = await saveAsked(db, scope, agentId);
  let offered = await look();
  if (offered.length > 0) return byUrgency(offered);
  const waiting = await claimWaiting(db, scope, { agentId, wasAway });
  if (!waiting) return [];
  signals.emit('wanted', waiting);
  const until = performance.now() + OFFER_WAIT_MS;
  while (offered.length === 0 && performance.now() < until) {
    await pause(LOOK_MS);
    offered = await look();
  }
  return byUrgency(offered);
};
