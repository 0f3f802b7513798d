/** The tools of a caller, in the order in which they are listed: it never changes between calls. */
import type { CallContext } from '../../upstream/composed-call.ts';
import type { Tool } from '../tool.ts';
import { asking } from './asking.ts';
import { changing } from './changing.ts';
import { claimIssue } from './claim-issue.ts';
import { comment } from './comment.ts';
import { comingBack } from './coming-back.ts';
import { createIssue, createIssueOfBoard } from './create-issue.ts';
import { deciding } from './board/deciding.ts';
import { documents } from './documents/documents.ts';
import { findIssues, findIssuesOfBoard } from './find-issues.ts';
import { getWork } from './get-work.ts';
import { listColleagues } from './list-colleagues.ts';
import { needsYou } from './board/needs-you.ts';
import { readCosts } from './board/read-costs.ts';
import { readIssue } from './read-issue.ts';
import { readPlan } from './read-plan.ts';
import { readRun } from './board/read-run.ts';
import { releaseIssue } from './release-issue.ts';
import { why } from './board/why.ts';

const toolsOfAgents: readonly Tool[] = [
  getWork,
  readIssue,
  findIssues,
  claimIssue,
  ...changing,
  comment,
  releaseIssue,
  createIssue,
  ...comingBack,
  listColleagues,
  readPlan,
  ...asking,
  ...documents,
];

const toolsOfBoard: readonly Tool[] = [
  needsYou,
  ...deciding,
  readCosts,
  why,
  readRun,
  readIssue,
  findIssuesOfBoard,
  createIssueOfBoard,
  ...changing,
  comment,
  ...documents,
];

export function toolsFor({ actor, client: { credential } }: CallContext): readonly Tool[] {
  if (actor.type === 'agent') return toolsOfAgents;
  const { readOnly = false, mayDecide = null } = credential?.limits ?? {};
  return toolsOfBoard.filter(
    (one) =>
      (!readOnly || one.hints.readOnlyHint) && (mayDecide === true || !deciding.includes(one)),
  );
}
