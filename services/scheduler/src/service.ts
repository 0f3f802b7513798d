/** The scheduler: when agents wake, and what becomes of their runs. */
import { scheduler } from '@muster/contracts';
import { agentsIn, defineService, eraseCompanyOfOwner } from '@muster/service-kit';
import { agedRows } from './aged-rows.ts';
import { copiedThings } from './copied-things.ts';
import { beginChainsOfAgent } from './bulk-effects/begin-chains-of-agent.ts';
import { failWakesOfAgent } from './bulk-effects/fail-wakes-of-agent.ts';
import { releaseHoldsOfCompany } from './bulk-effects/release-holds-of-company.ts';
import {
  stopRunsOfArchivedCompany,
  stopRunsOfSpentCompany,
  stopRunsOfStoppedCompany as stopRunsOfStoppedCompanyInSteps,
} from './bulk-effects/stop-runs-of-company.ts';
import { syncTimersOfCompany } from './bulk-effects/sync-timers-of-company.ts';
import { schedulerConfig } from './config.ts';
import { startBackground } from './start-background.ts';
import { openParts } from './local-signals.ts';
import { locate } from './locate.ts';
import { schedulerMetrics } from './metrics.ts';
import { ackWake } from './operations/ack-wake.ts';
import { beatRun } from './operations/beat-run.ts';
import { cancelRun } from './operations/cancel-run.ts';
import { countRuns } from './operations/count-runs.ts';
import { greetAgent } from './operations/greet-agent.ts';
import { inspectAgent } from './operations/inspect-agent.ts';
import { finishRun } from './operations/finish-run.ts';
import { getAgentWakes } from './operations/get-agent-wakes.ts';
import { getInstalledAdapters } from './operations/get-installed-adapters.ts';
import { getRunStatistics } from './operations/get-run-statistics.ts';
import { getRunLog } from './operations/get-run-log.ts';
import { getRun } from './operations/get-run.ts';
import { invokeHeartbeat } from './operations/invoke-heartbeat.ts';
import { listOfferedWakes } from './operations/list-offered-wakes.ts';
import { listRunEvents } from './operations/list-run-events.ts';
import { listRunMessages } from './operations/list-run-messages.ts';
import { redactRunLog } from './operations/redact-run-log.ts';
import { listRuns } from './operations/list-runs.ts';
import { liftQuotaHold } from './operations/lift-quota-hold.ts';
import { listWakeRecords } from './operations/list-wake-records.ts';
import { sendRunMessage } from './operations/send-run-message.ts';
import { takeRunMessages } from './operations/take-run-messages.ts';
import { wakeAgent } from './operations/wake-agent.ts';
import { copyCompanies } from './reactions/copy-companies.ts';
import { copyRoster } from './reactions/copy-roster.ts';
import { copyWork } from './reactions/copy-work.ts';
import { redactCopiesOfApprovals } from './reactions/redact-copies-of-approvals.ts';
import { redactCopiesOfIssues } from './reactions/redact-copies-of-issues.ts';
import { redactNamesOfFiles } from './reactions/redact-names-of-files.ts';
import { releaseHoldsOfRestoredBudget } from './reactions/release-holds-of-restored-budget.ts';
import { stopEndedWork } from './reactions/stop-ended-work.ts';
import { stopRunsOfSpentBudget } from './reactions/stop-runs-of-spent-budget.ts';
import { stopRunsOfStoppedCompany } from './reactions/stop-runs-of-stopped-company.ts';
import { tryAgainWithChangedSecret } from './reactions/try-again-with-changed-secret.ts';
import { wakeByApprovals } from './reactions/wake-by-approvals.ts';
import { wakeByIssues } from './reactions/wake-by-issues.ts';
import { warnOfLeftWork } from './reactions/warn-of-left-work.ts';

export const schedulerService = defineService({
  contract: scheduler,
  companyUsage: { 'run.finished': ['runs', () => 1] },
  migrations: new URL('../migrations/', import.meta.url),
  agedRows,
  config: schedulerConfig,
  metrics: schedulerMetrics,
  operations: {
    wakeAgent,
    invokeHeartbeat,
    listRuns,
    countRuns,
    getRun,
    getRunLog,
    redactRunLog,
    getRunStatistics,
    listRunEvents,
    cancelRun,
    listWakeRecords,
    getAgentWakes,
    inspectAgent,
    greetAgent,
    getInstalledAdapters,
    listOfferedWakes,
    ackWake,
    beatRun,
    finishRun,
    liftQuotaHold,
    sendRunMessage,
    listRunMessages,
    takeRunMessages,
  },
  reactions: {
    copyCompanies,
    eraseCompanyOfOwner,
    copyRoster,
    copyWork,
    stopRunsOfStoppedCompany,
    stopEndedWork,
    stopRunsOfSpentBudget,
    releaseHoldsOfRestoredBudget,
    tryAgainWithChangedSecret,
    wakeByIssues,
    warnOfLeftWork,
    wakeByApprovals,
    redactCopiesOfIssues,
    redactCopiesOfApprovals,
    redactNamesOfFiles,
  },
  bulkEffects: [
    beginChainsOfAgent,
    failWakesOfAgent,
    releaseHoldsOfCompany,
    stopRunsOfArchivedCompany,
    stopRunsOfSpentCompany,
    stopRunsOfStoppedCompanyInSteps,
    syncTimersOfCompany,
  ],
  erasure: { agentsOf: agentsIn('roster') },
  locate,
  copiedThings,
  open: openParts,
  start: startBackground,
});
