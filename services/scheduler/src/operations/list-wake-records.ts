import { isShared, Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findFailing } from '../store/waits/failing.ts';
import { findHold } from '../store/waits/holds.ts';
import { findAgent } from '../store/roster.ts';
import { findLiveRun } from '../store/runs/runs.ts';
import {
  listRunsById,
  listSkipCounts,
  listSkipsAbout,
  listWakesAbout,
} from '../store/wakes/wake-records.ts';

export const listWakeRecords: Handler<typeof scheduler, 'listWakeRecords'> = async (
  { agentId: ref, companyId: inCompany, ...subject },
  { db, scope },
) => {
  const agent = await findAgent(db, scope, ref, inCompany);
  if (!agent) throw new Refusal('agent_not_found');
  const { agentId, companyId, companyStatus, status: agentStatus, adapterType } = agent;
  const [wakes, skips, skipCounts, hold, failing, live] = await Promise.all([
    listWakesAbout(db, agent, subject),
    listSkipsAbout(db, agent, subject),
    listSkipCounts(db, agent),
    findHold(db, companyId, agentId),
    findFailing(db, companyId, agentId),
    findLiveRun(db, companyId, agentId),
  ]);
  const runIds = wakes.flatMap(({ runId }) => runId ?? []);
  const runs = runIds.length > 0 ? await listRunsById(db, agent, runIds) : [];
  return {
    agentId,
    companyId,
    agentStatus,
    adapterType,
    companyStatus,
    wakeOnDemand: agent.wakeOnDemand,
    heldFor: hold?.reason ?? null,
    heldUntil: hold?.until ?? null,
    failing: failing ?? null,
    liveRunId: live?.id ?? null,
    wakes,
    runs: runs.map((run) => ({ ...run, warnings: run.warnings?.filter(isShared) })),
    skips,
    skipCounts,
  };
};
