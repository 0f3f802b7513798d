import { agents } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { agentsConfig } from './config.ts';
import { startJobs } from './jobs/start.ts';
import { countAgents } from './operations/count-agents.ts';
import { createAgent } from './operations/create-agent.ts';
import { createCompany } from './operations/create-company.ts';
import { createSecret } from './operations/create-secret.ts';
import { deleteSecret } from './operations/delete-secret.ts';
import { getAgent } from './operations/get-agent.ts';
import { getAgentConfiguration } from './operations/get-agent-configuration.ts';
import { getCompany } from './operations/get-company.ts';
import { getOrg } from './operations/get-org.ts';
import { getOwnAgent } from './operations/get-own-agent.ts';
import { getRunConfig } from './operations/get-run-config.ts';
import { hireAgent } from './operations/hire-agent.ts';
import { listAgentConfigurations } from './operations/list-agent-configurations.ts';
import { listAgents } from './operations/list-agents.ts';
import { listCompanies } from './operations/list-companies.ts';
import { listConfigRevisions } from './operations/list-config-revisions.ts';
import { listSecrets } from './operations/list-secrets.ts';
import * as locate from './operations/locate.ts';
import { pauseAgent } from './operations/pause-agent.ts';
import { resumeAgent } from './operations/resume-agent.ts';
import { rollBackConfig } from './operations/roll-back-config.ts';
import { rotateSecret } from './operations/rotate-secret.ts';
import { setInstructionsPath } from './operations/set-instructions-path.ts';
import { terminateAgent } from './operations/terminate-agent.ts';
import { updateAgent } from './operations/update-agent.ts';
import { updateAgentBudget } from './operations/update-agent-budget.ts';
import { updateCompanyBudget } from './operations/update-company-budget.ts';
import { updateCompany } from './operations/update-company.ts';
import { activateAgentOfApprovedHire } from './reactions/activate-agent-of-approved-hire.ts';
import { createAgentOfApprovedJoin } from './reactions/create-agent-of-approved-join.ts';
import { freeAgentOfFinishedRun } from './reactions/free-agent-of-finished-run.ts';
import { keepMonthSpend } from './reactions/keep-month-spend.ts';
import { keepReservedCents } from './reactions/keep-reserved-cents.ts';
import { markAgentRunning } from './reactions/mark-agent-running.ts';
import { pauseAgentInLoop } from './reactions/pause-agent-in-loop.ts';
import { pauseAgentsOfSpentBudget } from './reactions/pause-agents-of-spent-budget.ts';
import { raiseBudgetOfApprovedOverride } from './reactions/raise-budget-of-approved-override.ts';
import { resumeAgentsOfRestoredBudget } from './reactions/resume-agents-of-restored-budget.ts';
import { reviseAgentOfResubmittedHire } from './reactions/revise-agent-of-resubmitted-hire.ts';
import { terminateAgentOfRefusedHire } from './reactions/terminate-agent-of-refused-hire.ts';

export const agentsService = defineService({
  contract: agents,
  config: agentsConfig,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    createCompany,
    listCompanies,
    getCompany,
    updateCompany,
    updateCompanyBudget,
    createAgent,
    hireAgent,
    listAgents,
    countAgents,
    getOwnAgent,
    getAgent,
    getRunConfig,
    updateAgent,
    updateAgentBudget,
    pauseAgent,
    resumeAgent,
    terminateAgent,
    getOrg,
    listAgentConfigurations,
    getAgentConfiguration,
    setInstructionsPath,
    listConfigRevisions,
    rollBackConfig,
    listSecrets,
    createSecret,
    rotateSecret,
    deleteSecret,
  },
  reactions: {
    activateAgentOfApprovedHire,
    createAgentOfApprovedJoin,
    terminateAgentOfRefusedHire,
    reviseAgentOfResubmittedHire,
    raiseBudgetOfApprovedOverride,
    keepMonthSpend,
    keepReservedCents,
    pauseAgentInLoop,
    pauseAgentsOfSpentBudget,
    resumeAgentsOfRestoredBudget,
    markAgentRunning,
    freeAgentOfFinishedRun,
  },
  locate: {
    companyId: locate.companyId, agentId: locate.agentId, secretId: locate.secretId,
  },
  start: startJobs,
});
