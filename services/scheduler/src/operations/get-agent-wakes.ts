import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findFailing } from '../store/waits/failing.ts';
import { findHold } from '../store/waits/holds.ts';
import { findAgent } from '../store/roster.ts';
import { findLiveRun } from '../store/runs/runs.ts';
import { findNextDue } from '../store/schedules.ts';
import { listLastSkips, listSkipCounts, listUndelivered } from '../store/wakes/wake-records.ts';

export const getAgentWakes: Handler<typeof scheduler, 'getAgentWakes'> = async (
  { agentId: ref, companyId: inCompany },
  { db, scope },
) => {
  const agent = await findAgent(db, scope, ref, inCompany);
  if (!agent) throw new Refusal('agent_not_found');
  const { agentId, companyId, companyStatus, status: agentStatus, wakeOnDemand } = agent;
  const [live, hold, failing, nextDueAt, skips, skipCounts] = await Promise.all([
    findLiveRun(db, companyId, agentId),
    findHold(db, companyId, agentId),
    findFailing(db, companyId, agentId),
    findNextDue(db, companyId, agentId),
    listLastSkips(db, agent),
    listSkipCounts(db, agent),
  ]);
  return {
    agentId,
    companyId,
    agentStatus,
    companyStatus,
    wakeOnDemand,
    heldFor: hold?.reason ?? null,
    heldUntil: hold?.until ?? null,
    failing: failing ?? null,
    liveRunId: live?.id ?? null,
    nextDueAt: nextDueAt ?? null,
    pending: await listUndelivered(db, agent, live?.id ?? null),
    skips,
    skipCounts,
  };
};
