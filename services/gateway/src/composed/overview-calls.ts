/** Composed operations over several services: overviews, links, texts and documents. */
import type { Rpc } from '@muster/service-kit';
import {
  getAdapterText,
  getAgentConfigurationText,
  getAgentIcons,
  getHeartbeatText,
  getIndexText,
  getPathsText,
  getSkillReference,
  getSkillText,
} from './agent-texts.ts';
import { checkAgent } from './check-agent.ts';
import { explainWake } from './explain-wake.ts';
import { getActivityChain } from './get-activity-chain.ts';
import { getBoardInbox, getCompanyInbox } from './get-board-inbox.ts';
import { getIssueCosts, getRunCosts } from './get-costs.ts';
import { getDashboard } from './get-dashboard.ts';
import { getDocs } from './docs/get-docs.ts';
import { getHeartbeatContext } from './get-heartbeat-context.ts';
import { getHealth } from './get-health.ts';
import { getOpenApi } from './get-open-api.ts';
import { getStart } from './get-start.ts';
import {
  linkIssueApproval,
  listApprovalIssues,
  listIssueApprovals,
  unlinkIssueApproval,
} from './issue-approvals.ts';
import { listCompanyActivity } from './list-company-activity.ts';

export const overviewCalls = (rpc: Rpc) => ({
  checkAgent: checkAgent(rpc),
  explainWake: explainWake(rpc),
  getAdapterText,
  getAgentConfigurationText,
  getAgentIcons,
  getActivityChain: getActivityChain(rpc),
  getBoardInbox: getBoardInbox(rpc),
  getCompanyInbox: getCompanyInbox(rpc),
  getDashboard: getDashboard(rpc),
  getDocs,
  getHealth: getHealth(rpc),
  getHeartbeatContext: getHeartbeatContext(rpc),
  getHeartbeatText,
  getIndexText,
  getOpenApi: getOpenApi(),
  getPathsText,
  getIssueCosts: getIssueCosts(rpc),
  getRunCosts: getRunCosts(rpc),
  getSkillReference,
  getSkillText,
  getStart,
  linkIssueApproval: linkIssueApproval(rpc),
  listApprovalIssues: listApprovalIssues(rpc),
  listCompanyActivity: listCompanyActivity(rpc),
  listIssueApprovals: listIssueApprovals(rpc),
  unlinkIssueApproval: unlinkIssueApproval(rpc),
});
