import { agents, agentSnapshotEvents, type scheduler } from '@muster/contracts';
import { applyInSteps, reaction } from '@muster/service-kit';
import { beginChainsOfAgent } from '../bulk-effects/begin-chains-of-agent.ts';
import { endTerminatedAgent } from '../bulk-effects/fail-wakes-of-agent.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { isOtherConfiguration } from '../domain/retries/failing.ts';
import { endBackOff } from '../runs/back-off.ts';
import { stopLiveRuns } from '../runs/end-runs.ts';
import { queueRuns } from '../runs/queue-runs.ts';
import { releaseAgent } from '../store/waits/holds.ts';
import { saveAgent } from '../store/roster.ts';
import { withdrawOffer } from '../store/remote-runs.ts';
import { syncSchedules } from '../store/schedules.ts';

/** Updates the copy and its timer; a change of status stops or releases runs and wake-ups. */
export const copyRoster = reaction<
  typeof agents,
  (typeof agentSnapshotEvents)[number],
  typeof scheduler,
  SchedulerParts
>(
  agents,
  agentSnapshotEvents,
  async ({ companyId, payload, type }, context) => {
    const { agentId } = payload;
    if (!(await saveAgent(context.db, companyId, payload))) return;
    await syncSchedules(context.db, companyId, [agentId]);
    if (type === 'agent.updated') await withdrawOffer(context.db, companyId, agentId);
    if (type === 'agent.paused') {
      await stopLiveRuns(context, companyId, agentId, {
        errorCode: payload.pauseReason === 'budget' ? 'budget' : 'agent_paused',
        error: `The agent was paused (${payload.pauseReason ?? 'manual'})`,
      });
    }
    if (type === 'agent.terminated') await endTerminatedAgent(context, companyId, agentId);
    if (type === 'agent.terminated') await endBackOff(context, companyId, [agentId]);
    if (isOtherConfiguration(payload)) await endBackOff(context, companyId, [agentId]);
    if (type === 'agent.resumed') {
      await endBackOff(context, companyId, [agentId]);
      await releaseAgent(context.db, companyId, agentId);
      await applyInSteps(context, beginChainsOfAgent, { companyId, subjectId: agentId });
    }
    // It may have been woken before it was known here, or before it could run.
    await queueRuns(context, companyId, [agentId]);
  },
  { history: 'state' },
);
