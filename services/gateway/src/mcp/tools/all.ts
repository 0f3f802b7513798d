/** The tools of a caller, in the order in which they are listed: it never changes between calls. */
import type { CallContext } from '../../upstream/composed-call.ts';
import type { Tool } from '../tool.ts';
import { askBoard } from './ask-board.ts';
import { claimIssue } from './claim-issue.ts';
import { comment } from './comment.ts';
import { createIssue } from './create-issue.ts';
import { findIssues } from './find-issues.ts';
import { getWork } from './get-work.ts';
import { listColleagues } from './list-colleagues.ts';
import { readDecision } from './read-decision.ts';
import { readIssue } from './read-issue.ts';
import { readPlan } from './read-plan.ts';
import { releaseIssue } from './release-issue.ts';
import { updateIssue } from './update-issue.ts';

const toolsOfAgents: readonly Tool[] = [
  getWork,
  readIssue,
  findIssues,
  claimIssue,
  updateIssue,
  comment,
  releaseIssue,
  createIssue,
  listColleagues,
  readPlan,
  askBoard,
  readDecision,
];

export const toolsFor = (_: CallContext): readonly Tool[] => toolsOfAgents;
