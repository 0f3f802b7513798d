import { agents } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { createAgent } from './operations/create-agent.ts';
import { createCompany } from './operations/create-company.ts';
import { getAgent } from './operations/get-agent.ts';
import { getCompany } from './operations/get-company.ts';
import { getOwnAgent } from './operations/get-own-agent.ts';
import { getRunConfig } from './operations/get-run-config.ts';
import { hireAgent } from './operations/hire-agent.ts';
import { listAgents } from './operations/list-agents.ts';
import { listCompanies } from './operations/list-companies.ts';
import * as locate from './operations/locate.ts';
import { updateCompany } from './operations/update-company.ts';
import { activateAgentOfApprovedHire } from './reactions/activate-agent-of-approved-hire.ts';
import { freeAgentOfFinishedRun } from './reactions/free-agent-of-finished-run.ts';
import { keepMonthSpend } from './reactions/keep-month-spend.ts';
import { keepReservedCents } from './reactions/keep-reserved-cents.ts';
import { markAgentRunning } from './reactions/mark-agent-running.ts';
import { pauseAgentsOfSpentBudget } from './reactions/pause-agents-of-spent-budget.ts';
import { resumeAgentsOfRestoredBudget } from './reactions/resume-agents-of-restored-budget.ts';
import { terminateAgentOfRefusedHire } from './reactions/terminate-agent-of-refused-hire.ts';

export const agentsService = defineService({
  contract: agents,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    createCompany,
    listCompanies,
    getCompany,
    updateCompany,
    createAgent,
    hireAgent,
    listAgents,
    getOwnAgent,
    getAgent,
    getRunConfig,
  },
  reactions: {
    activateAgentOfApprovedHire,
    terminateAgentOfRefusedHire,
    keepMonthSpend,
    keepReservedCents,
    pauseAgentsOfSpentBudget,
    resumeAgentsOfRestoredBudget,
    markAgentRunning,
    freeAgentOfFinishedRun,
  },
  locate: { companyId: locate.companyId, agentId: locate.agentId },
});
