import { Refusal, type Actor, type scheduler } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { skipReasonNow } from '../domain/reception.ts';
import { wakeAgents } from '../jobs/add-wakes.ts';
import { skipWakes } from '../jobs/skip-wakes.ts';
import { findAgent, isManagedBy, type RosterAgent } from '../store/roster.ts';
import { findHold, type HoldReason } from '../store/holds.ts';
import { findLiveRun, findRunOfCause } from '../store/runs.ts';
import type { WakeOrigin } from '../store/wakeups.ts';

/** The run that carries the wake-up, or the live one after which another run will. */
export const wakeAgent: Handler<typeof scheduler, 'wakeAgent'> = async (input, context) => {
  const { db, actor, scope, runId } = context;
  const agent = await findAgent(db, scope, input.agentId, input.companyId);
  if (!agent) throw new Refusal('agent_not_found');
  const { agentId, companyId, status, companyStatus } = agent;
  await mayWake(db, actor, agent);
  if (status === 'pending_approval' || status === 'terminated') {
    throw new Refusal('agent_not_runnable', { status });
  }
  if (companyStatus === 'archived') throw new Refusal('company_archived');
  const skipped = skipReasonNow(agent, companyStatus);
  if (skipped) {
    await skipWakes(context, companyId, [{ agentId, reason: skipped, source: input.source }]);
    return { status: 'skipped' as const, reason: skipped };
  }
  const id = newId();
  const cause = input.idempotencyKey === undefined ? `call:${id}` : `key:${input.idempotencyKey}`;
  const [queued] = await wakeAgents(context, originOf(actor, companyId, runId), [{
    id,
    cause,
    agentId,
    source: input.source,
    reason: input.reason ?? 'on_demand',
    issueId: null,
    commentId: null,
    approvalId: null,
    approvalStatus: null,
    linkedIssueIds: [],
    payload: input.payload,
  }]);
  const run = queued
    ?? (await findRunOfCause(db, { companyId, agentId, cause }))
    ?? (await findLiveRun(db, companyId, agentId));
  if (run) return run;
  const hold = await findHold(db, companyId, agentId);
  return { status: 'skipped' as const, reason: hold ? waitingFor[hold] : 'waiting' };
};

/** It is kept, and carried by a run as soon as there may be one. */
const waitingFor: Readonly<Record<HoldReason, string>> = {
  budget: 'waiting_for_budget', loop: 'agent_in_loop', quota: 'waiting_for_quota',
  retry: 'waiting_for_retry',
};

/** A call of the board begins a chain, one of an agent continues what it works on. */
const originOf = (actor: Actor, companyId: string, runId: string | null): WakeOrigin => ({
  companyId,
  eventId: null,
  traceparent: null,
  ...(actor.type === 'agent' ? { runId, authorAgentId: actor.id } : { runId: null }),
});

async function mayWake(db: Db, actor: Actor, agent: RosterAgent): Promise<void> {
  if (actor.type !== 'agent' || actor.id === agent.agentId) return;
  if (!(await isManagedBy(db, agent, actor.id))) throw new Refusal('not_your_agent');
}
