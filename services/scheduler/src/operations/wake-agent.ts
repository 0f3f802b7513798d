import { Refusal, type Actor, type Run, type scheduler } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { onDemandSkipReason } from '../domain/wakes/wake-admission.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { wakeAgents } from '../wakes/enqueue-wakes.ts';
import { emitSkipped } from '../wakes/emit-outcomes.ts';
import { skipWakes } from '../wakes/skip-wakes.ts';
import { requireManager } from '../runs/require-manager.ts';
import { findAgent } from '../store/roster.ts';
import { findHold, type HoldReason } from '../store/waits/holds.ts';
import { findLiveRun, findRun, findRunOfCause } from '../store/runs/runs.ts';
import type { WakeOrigin } from '../store/wakes/wakeups.ts';

/** Answers the run that carries the wake-up, or the live run after which another one will. */
export const wakeAgent: Handler<typeof scheduler, 'wakeAgent', SchedulerParts> = async (
  input,
  context,
) => {
  const { db, actor, scope, runId } = context;
  const agent = await findAgent(db, scope, input.agentId, input.companyId);
  if (!agent) throw new Refusal('agent_not_found');
  const { agentId, companyId, status, companyStatus } = agent;
  await requireManager(db, actor, agent);
  if (status === 'pending_approval' || status === 'terminated') {
    throw new Refusal('agent_not_runnable', { status });
  }
  if (companyStatus === 'archived') throw new Refusal('company_archived');
  const like =
    input.likeRunId === undefined ? undefined : await getEarlier(context, agentId, input.likeRunId);
  const skipReason = onDemandSkipReason(agent, companyStatus);
  if (skipReason) {
    const skip = { agentId, reason: skipReason, source: input.source };
    await skipWakes(context, companyId, [skip]);
    emitSkipped(context, companyId, [skip]);
    return { status: 'skipped' as const, reason: skipReason };
  }
  const id = newId();
  const cause = input.idempotencyKey === undefined ? `call:${id}` : `key:${input.idempotencyKey}`;
  const [queued] = await wakeAgents(context, originOf(actor, companyId, runId), [
    {
      id,
      cause,
      agentId,
      source: input.source,
      reason: input.reason ?? (like ? 'run_again' : 'on_demand'),
      issueId: like?.issueId ?? null,
      commentId: null,
      approvalId: null,
      approvalStatus: null,
      linkedIssueIds: [],
      payload: input.payload,
    },
  ]);
  const run =
    queued ??
    (await findRunOfCause(db, { companyId, agentId, cause })) ??
    (await findLiveRun(db, companyId, agentId));
  if (run) return run;
  const hold = await findHold(db, companyId, agentId);
  const reason = hold ? waitReasons[hold.reason] : 'waiting';
  emitSkipped(context, companyId, [{ agentId, reason, source: input.source }]);
  return { status: 'skipped' as const, reason };
};

/** A run of the agent that is woken. */
async function getEarlier(
  { db, scope }: Pick<Parameters<typeof wakeAgent>[1], 'db' | 'scope'>,
  agentId: string,
  runId: string,
): Promise<Run> {
  const run = await findRun(db, scope, runId);
  if (run?.agentId !== agentId) throw new Refusal('run_not_found');
  return run;
}

/** The wake-up waits; a run carries it as soon as the agent can run. */
const waitReasons: Readonly<Record<HoldReason, string>> = {
  budget: 'waiting_for_budget',
  loop: 'agent_in_loop',
  quota: 'waiting_for_quota',
  retry: 'waiting_for_retry',
  failing: 'agent_failing',
  provider: 'waiting_for_provider',
};

/** A call of the board begins a chain; a call of an agent continues the chain of its run. */
const originOf = (actor: Actor, companyId: string, runId: string | null): WakeOrigin => ({
  companyId,
  eventId: null,
  traceparent: null,
  ...(actor.type === 'agent' ? { runId, authorAgentId: actor.id } : { runId: null }),
});
