import { QUOTA_EVENT_AGENTS_MAX, Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { inEvents } from '../runs/in-events.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { liftHolds, lockQuotaGroup } from '../store/waits/quotas.ts';
import { findAgent } from '../store/roster.ts';
import { advanceOffersOfAgents } from '../store/runs/run-sweep.ts';

/** Runs that wait are offered at once; those of a large group that are not queued yet, by the sweep. */
export const liftQuotaHold: Handler<typeof scheduler, 'liftQuotaHold', SchedulerParts> = async (
  { agentId: ref, companyId: inCompany },
  context,
) => {
  const { db, emit, scope } = context;
  const agent = await findAgent(db, scope, ref, inCompany);
  const quotaGroup = agent && (await lockQuotaGroup(db, agent));
  if (!agent || quotaGroup === undefined) throw new Refusal('agent_not_found');
  const { agentId, companyId } = agent;
  const lifted = await liftHolds(db, agent, quotaGroup);
  for (const agentIds of inEvents(lifted)) {
    const payload = { quotaGroup, agentIds, agentId };
    emit('quota.lifted', { companyId, entityId: agentId, payload });
  }
  const agentIds = lifted.slice(0, QUOTA_EVENT_AGENTS_MAX);
  await advanceOffersOfAgents(db, companyId, lifted);
  await queueRuns(context, companyId, agentIds);
  return { agentId, companyId, quotaGroup, agentIds };
};
