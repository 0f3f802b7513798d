import { Refusal, type issues } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { decideUpdate, type Decision, type Patch } from '../domain/issue-changes.ts';
import type { IssueState } from '../domain/standing.ts';
import { getJudged, lockIssue } from '../store/issue-rows.ts';
import { saveIssue, saveWords } from '../store/issue-writes.ts';
import { assertNoCycle } from '../store/parents.ts';
import { holdAgent } from '../store/roster.ts';
import { writeComment } from './comment.ts';
import { authorOf, showIssue, snapshotOf } from './snapshot.ts';

export const updateIssue: Handler<typeof issues, 'updateIssue'> = async (
  { issueId, ifVersion, comment, ...patch },
  context,
) => {
  const { db, scope } = context;
  const id = await lockIssue(db, scope, issueId);
  const saved = await change(id, ifVersion, patch, context);
  const written = comment === undefined ? null : await writeComment(id, comment, context);
  return { ...showIssue(saved), comment: written };
};

async function change(
  id: string,
  ifVersion: number | undefined,
  patch: Patch,
  { db, actor, scope, runId, now, say }: Context<typeof issues>,
): Promise<IssueState> {
  const author = authorOf(actor, runId);
  const subject = patch.assigneeAgentId ?? null;
  if (subject !== null) await holdAgent(db, scope, subject);
  const { issue, standing } = await getJudged(db, id, author.agentId, subject);
  if (ifVersion !== undefined && ifVersion !== issue.version) throw new Refusal('version_mismatch');
  const decision = decideUpdate(issue, patch, standing, author, now);
  const { next, changes, reassigned } = decision;
  if (!reassigned && Object.keys(changes).length === 0) return issue;
  if (changes['parentId'] && next.parentId) await assertNoCycle(db, issue, next.parentId);
  const saved = await saveIssue(db, next, now);
  if (changes['title'] ?? changes['description']) await saveWords(db, saved);
  sayChanges(issue, saved, decision, say);
  return saved;
}

function sayChanges(
  before: IssueState,
  after: IssueState,
  { changes, reassigned }: Decision,
  say: Context<typeof issues>['say'],
): void {
  const { id: entityId, companyId } = after;
  const snapshot = snapshotOf(after);
  if (Object.keys(changes).length > 0) {
    say('issue.updated', { companyId, entityId, payload: { ...snapshot, changes } });
  }
  if (reassigned) {
    const payload = { ...snapshot, previousAssigneeAgentId: before.assigneeAgentId };
    say('issue.assigned', { companyId, entityId, payload });
  }
}
