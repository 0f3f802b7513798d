/** Waits until the effects of a write are visible in the services that its contract names. */
import type { Operation, Settles } from '@muster/contracts';
import type { LogPosition, Outcome } from '../../upstream/outcome.ts';
import type { GatewayContext } from '../context.ts';
import type { RoutePlan } from '../request/route-request.ts';
import { settle } from './settle.ts';

interface Settling {
  readonly plan: RoutePlan;
  /** When the request arrived, by the clock of this process. */
  readonly startedAt: number;
  readonly traceparent: string;
}

/** Whether they were visible in time; true for a write without such effects, and for a read. */
export async function hasSettled(
  context: GatewayContext,
  settling: Settling,
  outcome: Outcome,
): Promise<boolean> {
  const { position } = outcome;
  const settles = position && settlesOf(settling.plan.operation, outcome);
  return !settles || settleTimed(context, settling, settles, position, outcome.replayed);
}

/** A stored answer does not say what the write emitted, so it waits for the most. */
function settlesOf(
  { settles, emits = [] }: Operation,
  { emitted = [], replayed }: Outcome,
): Settles | undefined {
  const types = (replayed ? emits : emitted) as readonly `${string}.${string}`[];
  return settles && types.reduce<Settles>((all, type) => ({ ...all, ...settles[type] }), settles);
}

/** The wait is observed under its result. */
async function settleTimed(
  { rpc, settleDuration, settling }: GatewayContext,
  { plan, startedAt, traceparent }: Settling,
  settles: Settles,
  position: LogPosition,
  replayed = false,
): Promise<boolean> {
  const { requestId } = position;
  const holder = { company: position.companyId };
  // The effects are not waited for; the write is durable without them.
  if (!settling.take(holder)) return false;
  const because = replayed ? undefined : { requestId, since: earliestStart(startedAt) };
  const waitingSince = performance.now();
  const isSettled = await settle({ rpc, traceparent, because }, settles, position).finally(() =>
    settling.release(holder),
  );
  const outcome = isSettled ? 'settled' : 'pending';
  const seconds = (performance.now() - waitingSince) / 1_000;
  settleDuration.observe({ operation: plan.name, outcome }, seconds);
  return isSettled;
}

/** Clock skew assumed between two machines; too large a value only widens a search. */
const SKEW_MS = 5_000;

/** A time that is before the start of the request by the clock of any machine. */
const earliestStart = (startedAt: number): string =>
  new Date(Date.now() - (performance.now() - startedAt) - SKEW_MS).toISOString();
