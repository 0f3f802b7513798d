/** Event inputs made from state: the company, the entity and the payload of an event. */
import {
  withInterval,
  type AgentSnapshot,
  type CompanySnapshot,
  type Instructions,
  type RuntimeConfig,
  type Secret,
  type Skill,
} from '@muster/contracts';
import type { AgentFacts } from './domain/agent.ts';
import type { CompanyRow } from './domain/company.ts';
import { masked } from './domain/masked.ts';
import type { AgentKey } from './store/agent-status.ts';

/** Largest runtime configuration of a snapshot; of a larger one only the heartbeat is sent. */
const SNAPSHOT_CONFIG_MAX_CHARS = 8_192;

export const agentEvent = (agent: AgentFacts) => ({
  companyId: agent.companyId,
  entityId: agent.id,
  payload: agentSnapshot(agent),
});

export const agentSnapshot = (agent: AgentFacts): AgentSnapshot => ({
  agentId: agent.id,
  name: agent.name,
  urlKey: agent.urlKey,
  role: agent.role,
  title: agent.title,
  status: agent.status,
  pauseReason: agent.pauseReason,
  reportsTo: agent.reportsTo,
  adapterType: agent.adapterType,
  runtimeConfig: snapshotConfig(agent.runtimeConfig),
  permissions: { canCreateAgents: agent.canCreateAgents },
  budgetMonthlyCents: agent.budgetMonthlyCents,
  version: agent.version,
});

function snapshotConfig(config: RuntimeConfig): RuntimeConfig {
  const redacted = masked(withInterval(config));
  const fits = JSON.stringify(redacted).length <= SNAPSHOT_CONFIG_MAX_CHARS;
  return fits ? redacted : { heartbeat: redacted.heartbeat };
}

export const companyEvent = (
  company: CompanyRow,
  timeZoneFrom?: CompanySnapshot['timeZoneFrom'],
) => ({
  companyId: company.id,
  entityId: company.id,
  payload: { ...companySnapshot(company), ...(timeZoneFrom ? { timeZoneFrom } : {}) },
});

const companySnapshot = (row: CompanyRow): CompanySnapshot => ({
  companyId: row.id,
  name: row.name,
  issuePrefix: row.issuePrefix,
  status: row.status,
  budgetMonthlyCents: row.budgetMonthlyCents,
  requireBoardApprovalForNewAgents: row.requireBoardApprovalForNewAgents,
  reviewRequired: row.reviewRequired,
  approvalsNeedAnother: row.approvalsNeedAnother,
  stopsEndedWork: row.stopsEndedWork,
  reopenDays: row.reopenDays,
  reviewPolicy: row.reviewPolicy,
  reviewerAgentId: row.reviewerAgentId,
  reviewEvidence: row.reviewEvidence,
  maxReviewRounds: row.maxReviewRounds,
  timeZone: row.timeZone,
  version: row.version,
});

/** Names a secret and never its value. */
export const secretEvent = ({ companyId, id: secretId, name, version }: Secret) => ({
  companyId,
  entityId: secretId,
  payload: { secretId, name, version },
});

/** Names the text by its hash: instructions may be longer than an event. */
export const instructionsEvent = (
  companyId: string,
  { agentId, version, bytes, sha256 }: Instructions,
) => ({ companyId, entityId: agentId, payload: { agentId, version, bytes, sha256 } });

/** Names the files by their hash: a skill is longer than an event. */
export const skillEvent = ({ companyId, id: skillId, ...skill }: Skill) => {
  const { slug, version, fileCount, bytes, sha256 } = skill;
  const payload = { skillId, slug, version, fileCount, bytes, sha256 };
  return { companyId, entityId: skillId, payload };
};

export const agentSkillsEvent = ({ companyId, agentId }: AgentKey, slugs: readonly string[]) => ({
  companyId,
  entityId: agentId,
  payload: { agentId, slugs: [...slugs] },
});
