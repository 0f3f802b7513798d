/** Issues, their comments and who works on what: everything this service answers and reacts to. */
import { issues } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { addComment } from './operations/add-comment.ts';
import { checkoutIssue } from './operations/checkout-issue.ts';
import { countIssues } from './operations/count-issues.ts';
import { createGoal } from './operations/create-goal.ts';
import { createIssue } from './operations/create-issue.ts';
import { createLabel } from './operations/create-label.ts';
import { createProject } from './operations/create-project.ts';
import { createWorkspace } from './operations/create-workspace.ts';
import { deleteLabel } from './operations/delete-label.ts';
import { deleteWorkspace } from './operations/delete-workspace.ts';
import { findComment } from './operations/find-comment.ts';
import { getComment } from './operations/get-comment.ts';
import { getGoal } from './operations/get-goal.ts';
import { getHeartbeatContext } from './operations/get-heartbeat-context.ts';
import { getInbox } from './operations/get-inbox.ts';
import { getInboxLite } from './operations/get-inbox-lite.ts';
import { getIssue } from './operations/get-issue.ts';
import { getProject } from './operations/get-project.ts';
import { listComments } from './operations/list-comments.ts';
import { listGoals } from './operations/list-goals.ts';
import { listIssues } from './operations/list-issues.ts';
import { listIssuesById } from './operations/list-issues-by-id.ts';
import { listLabels } from './operations/list-labels.ts';
import { listProjects } from './operations/list-projects.ts';
import { listWorkspaces } from './operations/list-workspaces.ts';
import { locate } from './operations/locate.ts';
import { releaseIssue } from './operations/release-issue.ts';
import { updateGoal } from './operations/update-goal.ts';
import { updateIssue } from './operations/update-issue.ts';
import { updateProject } from './operations/update-project.ts';
import { updateWorkspace } from './operations/update-workspace.ts';
import { freeWorkOfTerminatedAgent } from './reactions/free-work-of-terminated-agent.ts';
import { keepCompanies } from './reactions/keep-companies.ts';
import { keepMembers } from './reactions/keep-members.ts';
import { keepRoster } from './reactions/keep-roster.ts';
import { openGateOfApprovedStrategy } from './reactions/open-gate-of-approved-strategy.ts';

export const issuesService = defineService({
  contract: issues,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    createIssue, listIssues, listIssuesById, getIssue, updateIssue, checkoutIssue, releaseIssue,
    addComment, listComments, getComment, findComment,
    getInbox, getInboxLite, getHeartbeatContext, countIssues,
    createLabel, listLabels, deleteLabel,
    createProject, listProjects, getProject, updateProject,
    createWorkspace, listWorkspaces, updateWorkspace, deleteWorkspace,
    createGoal, listGoals, getGoal, updateGoal,
  },
  // In this order: the roster knows of a termination before the work is freed.
  reactions: {
    keepCompanies, keepMembers, keepRoster, freeWorkOfTerminatedAgent, openGateOfApprovedStrategy,
  },
  locate,
});
