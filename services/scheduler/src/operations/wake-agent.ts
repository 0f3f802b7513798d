import { Refusal, type Actor, type scheduler } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { skipReasonNow } from '../domain/reception.ts';
import { queueRuns } from '../jobs/queue-runs.ts';
import { findCompanyStatus } from '../store/companies.ts';
import { findAgent, isManagedBy, type RosterAgent } from '../store/roster.ts';
import { findLiveRun } from '../store/runs.ts';
import { countSkip } from '../store/skips.ts';
import { insertWakes } from '../store/wakeups.ts';

/** The run that carries the wake-up, or the live one after which another run will. */
export const wakeAgent: Handler<typeof scheduler, 'wakeAgent'> = async (input, context) => {
  const { db, actor, scope, runId } = context;
  const agent = await findAgent(db, scope, input.agentId, input.companyId);
  if (!agent) throw new Refusal('agent_not_found');
  const { agentId, companyId, status } = agent;
  await mayWake(db, actor, agent);
  if (status === 'pending_approval' || status === 'terminated') {
    throw new Refusal('agent_not_runnable', { status });
  }
  const company = (await findCompanyStatus(db, companyId)) ?? 'active';
  if (company === 'archived') throw new Refusal('company_archived');
  const skipped = skipReasonNow(agent, company);
  if (skipped) {
    await countSkip(db, companyId, agentId, skipped);
    return { status: 'skipped' as const, reason: skipped };
  }
  const id = newId();
  await insertWakes(db, { companyId, eventId: null, runId, traceparent: null }, [{
    id,
    cause: `call:${id}`,
    agentId,
    source: 'on_demand',
    reason: input.reason ?? 'on_demand',
    issueId: null,
    commentId: null,
    approvalId: null,
    approvalStatus: null,
    linkedIssueIds: [],
    payload: input.payload,
  }]);
  const [queued] = await queueRuns(context, companyId, [agentId]);
  const run = queued ?? (await findLiveRun(db, companyId, agentId));
  return run ?? { status: 'skipped' as const, reason: 'waiting_for_budget' };
};

async function mayWake(db: Db, actor: Actor, agent: RosterAgent): Promise<void> {
  if (actor.type !== 'agent' || actor.id === agent.agentId) return;
  if (!(await isManagedBy(db, agent, actor.id))) throw new Refusal('not_your_agent');
}
