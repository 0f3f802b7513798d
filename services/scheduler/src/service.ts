/** When agents wake, and what became of their runs. */
import { scheduler } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { schedulerConfig } from './config.ts';
import { startJobs } from './jobs/start.ts';
import { schedulerMetrics } from './metrics.ts';
import { ackWake } from './operations/ack-wake.ts';
import { beatRun } from './operations/beat-run.ts';
import { cancelRun } from './operations/cancel-run.ts';
import { countRuns } from './operations/count-runs.ts';
import { finishRun } from './operations/finish-run.ts';
import { getRunLog } from './operations/get-run-log.ts';
import { getRun } from './operations/get-run.ts';
import { invokeHeartbeat } from './operations/invoke-heartbeat.ts';
import { listOfferedWakes } from './operations/list-offered-wakes.ts';
import { listRunEvents } from './operations/list-run-events.ts';
import { listRuns } from './operations/list-runs.ts';
import { listWakeRecords } from './operations/list-wake-records.ts';
import { locate } from './operations/locate.ts';
import { wakeAgent } from './operations/wake-agent.ts';
import { keepCompanies } from './reactions/keep-companies.ts';
import { keepRoster } from './reactions/keep-roster.ts';
import { keepWork } from './reactions/keep-work.ts';
import { spendAgain } from './reactions/spend-again.ts';
import { stopSpending } from './reactions/stop-spending.ts';
import { wakeByApprovals } from './reactions/wake-by-approvals.ts';
import { wakeByIssues } from './reactions/wake-by-issues.ts';

export const schedulerService = defineService({
  contract: scheduler,
  migrations: new URL('../migrations/', import.meta.url),
  config: schedulerConfig,
  metrics: schedulerMetrics,
  operations: {
    wakeAgent, invokeHeartbeat, listRuns, countRuns, getRun, getRunLog, listRunEvents, cancelRun,
    listWakeRecords, listOfferedWakes, ackWake, beatRun, finishRun,
  },
  reactions: {
    keepCompanies, keepRoster, keepWork, stopSpending, spendAgain, wakeByIssues, wakeByApprovals,
  },
  locate,
  start: startJobs,
});
