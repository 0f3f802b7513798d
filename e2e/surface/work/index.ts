/** The rows of each subject, by the title under which their tests run. */
import { approvalLinkRows } from './approval-links.ts';
import { childrenRows } from './issues/children.ts';
import { reviewPolicyRows } from './issues/review-policies.ts';
import { waitRows } from './issues/waits.ts';
import { questionRows } from './issues/questions.ts';
import { documentRows } from './issues/documents.ts';
import { fileRows } from './issues/files.ts';
import { redactionRows } from './issues/redactions.ts';
import { bulkRows } from './issues/bulk.ts';
import { routineRows } from './planning/routines.ts';
import { holdRows } from './issues/holds.ts';
import { claimRows } from './claims.ts';
import { commentRows } from './comments.ts';
import { countRows } from './counts.ts';
import { createRows } from './create.ts';
import { explainWakeRows } from './runs/explain-wake.ts';
import { fetchedWakeRows } from './runs/fetched-wakes.ts';
import { goalRows } from './planning/goals.ts';
import { heartbeatRows } from './runs/heartbeats.ts';
import { labelRows } from './planning/labels.ts';
import { listOrderRows } from './list-orders.ts';
import { listRows } from './lists.ts';
import { mentionRows } from './mentions.ts';
import { moveRows } from './moves.ts';
import { projectRows } from './planning/projects.ts';
import { quotaHoldRows } from './runs/quota-holds.ts';
import { readRows } from './reads.ts';
import { releaseRows, reopeningRows } from './returns.ts';
import { relationRows } from './relations.ts';
import { runEndRows } from './runs/run-ends.ts';
import { runMessageRows } from './runs/run-messages.ts';
import { runRows } from './runs/runs.ts';
import { searchRows } from './searches.ts';
import { timerConfigRows } from './runs/timer-config.ts';
import { updateRows } from './update.ts';
import { wakeRows } from './runs/wakes.ts';
import { workspaceRows } from './planning/workspaces.ts';

export const tables = {
  'a new issue': createRows,
  'a changed issue': updateRows,
  'an issue that moves': moveRows,
  'an issue that is claimed': claimRows,
  'an issue that is given back': releaseRows,
  'an issue that has ended': reopeningRows,
  'a comment': commentRows,
  'a mention': mentionRows,
  'a list of issues': listRows,
  'a list of issues in an order': listOrderRows,
  'a count of issues': countRows,
  'relations of an issue': relationRows,
  'children of an issue': childrenRows,
  'policies of reviews': reviewPolicyRows,
  'a wait': waitRows,
  'a question about an issue': questionRows,
  'a document': documentRows,
  'a file': fileRows,
  'words that are redacted': redactionRows,
  'a hold': holdRows,
  'a change of many issues': bulkRows,
  'a routine': routineRows,
  'a search': searchRows,
  'an issue that is read': readRows,
  'a label': labelRows,
  'a project': projectRows,
  'a workspace': workspaceRows,
  'a goal': goalRows,
  'an issue with approvals': approvalLinkRows,
  'a heartbeat': heartbeatRows,
  'a wake-up': wakeRows,
  'a fetched wake-up': fetchedWakeRows,
  'an explanation of a wake-up': explainWakeRows,
  'a run': runRows,
  'a message to a run': runMessageRows,
  'the end of a run': runEndRows,
  'a hold of a quota': quotaHoldRows,
  'a timer': timerConfigRows,
};
