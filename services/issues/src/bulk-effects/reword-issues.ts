/**
 * Writes the words by which issues are found again: those of all issues of a company, where a
 * release reads texts in another way, and those of one very long thread, where its title changes. Both
 * begin again where a step was cut off.
 */
import type { issues } from '@muster/contracts';
import { applyLater, type BulkEffect, type Context, type Db, type Rest } from '@muster/service-kit';
import { z } from 'zod';
import type { IssueState } from '../domain/issue-state.ts';
import { saveWords } from '../store/issue-words.ts';
import {
  listIssuesAfter,
  lockIssueTexts,
  rewordStretch,
  type IssueTexts,
} from '../store/issue-rewording.ts';

/** Issues of one step, and comments after which it ends. */
const ISSUES_PER_STEP = 20;
const COMMENTS_PER_STEP = 200;

const Thread = z.object({ after: z.int(), firstPart: z.int() });
const Company = z.object({ number: z.int(), thread: Thread.optional() });

const restAt = (position: object): Rest => ({ after: JSON.stringify(position) });

export const rewordIssues: BulkEffect<typeof issues> = {
  name: 'reword_issues',
  step: async ({ db }, { companyId }, after) => {
    const { number, thread } = Company.parse(JSON.parse(after ?? '{"number":0}'));
    const next = await listIssuesAfter(db, companyId, number, thread ? 1 : ISSUES_PER_STEP);
    return next.length === 0 ? 'nothing' : rewordSome(db, companyId, next, { number, thread });
  },
};

/** The first of them, and others as long as the step is short and holds up nobody. */
async function rewordSome(
  db: Db,
  companyId: string,
  next: readonly Pick<IssueTexts, 'id'>[],
  begun: z.output<typeof Company>,
): Promise<Rest> {
  let comments = 0;
  let { number, thread } = begun;
  for (const [index, { id }] of next.entries()) {
    // Only while it holds no other: whoever has this one may wait for that.
    const issue = await lockIssueTexts(db, companyId, id, { waits: index === 0 });
    comments += issue?.commentCount ?? 0;
    if (!issue || (index > 0 && comments > COMMENTS_PER_STEP)) break;
    const rest = await rewordStretch(db, issue, thread);
    if (rest) return restAt({ number, thread: rest });
    number = issue.issueNumber;
    thread = undefined;
  }
  return restAt({ number });
}

export const rewordThread: BulkEffect<typeof issues> = {
  name: 'reword_thread',
  step: async ({ db }, { companyId, subjectId: issueId }, after) => {
    const issue = await lockIssueTexts(db, companyId, issueId, { waits: false });
    // Whoever changes its title waits for this step.
    if (!issue) return { after };
    const thread = after === null ? undefined : Thread.parse(JSON.parse(after));
    const rest = await rewordStretch(db, issue, thread);
    return rest ? restAt(rest) : 'nothing';
  },
};

/** Saves the words of a changed title or description: at once, but for the middle of a long thread. */
export async function saveWordsOf(
  context: Context<typeof issues>,
  issue: IssueState,
): Promise<void> {
  const hasOthers = await saveWords(context.db, issue);
  const thread = { companyId: issue.companyId, subjectId: issue.id };
  if (hasOthers) await applyLater(context, rewordThread, thread);
}
