import { agents } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { applyCompanyBudget } from './bulk-effects/apply-company-budget.ts';
import { agentsConfig } from './config.ts';
import { locate } from './locate.ts';
import { countAgents } from './operations/agents/count-agents.ts';
import { createAgent } from './operations/agents/create-agent.ts';
import { createCompany } from './operations/companies/create-company.ts';
import { createSecret } from './operations/secrets/create-secret.ts';
import { deleteSecret } from './operations/secrets/delete-secret.ts';
import { getAgentConfiguration } from './operations/agents/get-agent-configuration.ts';
import { getAgent } from './operations/agents/get-agent.ts';
import { getCompany } from './operations/companies/get-company.ts';
import { getOrg } from './operations/agents/get-org.ts';
import { getOwnAgent } from './operations/agents/get-own-agent.ts';
import { countAgentsInFolder } from './operations/agents/count-agents-in-folder.ts';
import { getRunConfig } from './operations/agents/get-run-config.ts';
import { getInstructions } from './operations/instructions/get-instructions.ts';
import { hireAgent } from './operations/agents/hire-agent.ts';
import { listAgentConfigurations } from './operations/agents/list-agent-configurations.ts';
import { listAgents } from './operations/agents/list-agents.ts';
import { listCompanies } from './operations/companies/list-companies.ts';
import { listConfigRevisions } from './operations/agents/list-config-revisions.ts';
import { locateAgent } from './operations/agents/locate-agent.ts';
import { listInstructionsRevisions } from './operations/instructions/list-instructions-revisions.ts';
import { listSecrets } from './operations/secrets/list-secrets.ts';
import { listStoppedAgents } from './operations/agents/list-stopped-agents.ts';
import { pauseAgent } from './operations/agents/pause-agent.ts';
import { requestAgentChange } from './operations/agents/request-agent-change.ts';
import { resumeAgent } from './operations/agents/resume-agent.ts';
import { rollBackConfig } from './operations/agents/roll-back-config.ts';
import { rotateSecret } from './operations/secrets/rotate-secret.ts';
import { setInstructions } from './operations/instructions/set-instructions.ts';
import { setInstructionsPath } from './operations/agents/set-instructions-path.ts';
import { deleteSkill } from './operations/skills/delete-skill.ts';
import { getRunSkills } from './operations/skills/get-run-skills.ts';
import { getSkill } from './operations/skills/get-skill.ts';
import { listAgentSkills } from './operations/skills/list-agent-skills.ts';
import { listSkillRevisions } from './operations/skills/list-skill-revisions.ts';
import { listSkills } from './operations/skills/list-skills.ts';
import { setAgentSkills } from './operations/skills/set-agent-skills.ts';
import { setSkill } from './operations/skills/set-skill.ts';
import { terminateAgent } from './operations/agents/terminate-agent.ts';
import { updateAgentBudget } from './operations/agents/update-agent-budget.ts';
import { updateAgent } from './operations/agents/update-agent.ts';
import { erasure } from './background/erase-companies.ts';
import { eraseCompany } from './operations/companies/erase-company.ts';
import { listErasures } from './operations/companies/list-erasures.ts';
import { recordErasure } from './operations/companies/record-erasure.ts';
import { restoreCompany } from './operations/companies/restore-company.ts';
import { stopCompany } from './operations/companies/stop-company.ts';
import { updateCompanyBudget } from './operations/companies/update-company-budget.ts';
import { updateCompany } from './operations/companies/update-company.ts';
import { forgetRedactedApprovals } from './reactions/forget-redacted-approvals.ts';
import { activateAgentOfApprovedHire } from './reactions/activate-agent-of-approved-hire.ts';
import { applyApprovedChange } from './reactions/apply-approved-change.ts';
import { copyFailures } from './reactions/copy-failures.ts';
import { copyMonthSpend } from './reactions/copy-month-spend.ts';
import { copyQuotaHolds } from './reactions/copy-quota-holds.ts';
import { copyReservedCents } from './reactions/copy-reserved-cents.ts';
import { createAgentOfApprovedJoin } from './reactions/create-agent-of-approved-join.ts';
import { forgetRefusedChange } from './reactions/forget-refused-change.ts';
import { freeAgentOfFinishedRun } from './reactions/free-agent-of-finished-run.ts';
import { markAgentRunning } from './reactions/mark-agent-running.ts';
import { pauseAgentInLoop } from './reactions/pause-agent-in-loop.ts';
import { pauseAgentsOfSpentBudget } from './reactions/pause-agents-of-spent-budget.ts';
import { raiseBudgetOfApprovedOverride } from './reactions/raise-budget-of-approved-override.ts';
import { resumeAgentsOfRestoredBudget } from './reactions/resume-agents-of-restored-budget.ts';
import { reviseAgentOfResubmittedHire } from './reactions/revise-agent-of-resubmitted-hire.ts';
import { terminateAgentOfRefusedHire } from './reactions/terminate-agent-of-refused-hire.ts';
import { states } from './states.ts';
import { startBackground } from './start-background.ts';

export const agentsService = defineService({
  contract: agents,
  config: agentsConfig,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    createCompany,
    listCompanies,
    getCompany,
    updateCompany,
    stopCompany,
    eraseCompany,
    restoreCompany,
    listErasures,
    recordErasure,
    updateCompanyBudget,
    createAgent,
    hireAgent,
    listAgents,
    countAgents,
    listStoppedAgents,
    getOwnAgent,
    getAgent,
    locateAgent,
    countAgentsInFolder,
    getRunConfig,
    updateAgent,
    updateAgentBudget,
    requestAgentChange,
    pauseAgent,
    resumeAgent,
    terminateAgent,
    getOrg,
    listAgentConfigurations,
    getAgentConfiguration,
    setInstructionsPath,
    getInstructions,
    setInstructions,
    listInstructionsRevisions,
    listSkills,
    getSkill,
    setSkill,
    deleteSkill,
    listSkillRevisions,
    listAgentSkills,
    setAgentSkills,
    getRunSkills,
    listConfigRevisions,
    rollBackConfig,
    listSecrets,
    createSecret,
    rotateSecret,
    deleteSecret,
  },
  reactions: {
    activateAgentOfApprovedHire,
    forgetRedactedApprovals,
    createAgentOfApprovedJoin,
    terminateAgentOfRefusedHire,
    reviseAgentOfResubmittedHire,
    raiseBudgetOfApprovedOverride,
    applyApprovedChange,
    forgetRefusedChange,
    copyMonthSpend,
    copyReservedCents,
    copyQuotaHolds,
    copyFailures,
    pauseAgentInLoop,
    pauseAgentsOfSpentBudget,
    resumeAgentsOfRestoredBudget,
    markAgentRunning,
    freeAgentOfFinishedRun,
  },
  bulkEffects: [applyCompanyBudget],
  erasure,
  states,
  locate,
  start: startBackground,
});
