import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { judgeRelease } from '../domain/issue-policy.ts';
import { getJudged, lockIssue } from '../store/issue-rows.ts';
import { saveIssue } from '../store/issue-writes.ts';
import { showIssue, snapshotOf } from './snapshot.ts';

export const releaseIssue: Handler<typeof issues, 'releaseIssue'> = async (
  input,
  { db, actor, scope, now, say },
) => {
  const id = await lockIssue(db, scope, input.issueId);
  const { issue, standing } = await getJudged(db, id, actor.type === 'agent' ? actor.id : null);
  const { status, assigneeAgentId, companyId } = issue;
  const judgement = judgeRelease(issue, standing);
  if (judgement === 'already') return showIssue(issue);
  if (judgement !== 'release') {
    throw new Refusal(judgement, { issueId: id, status, assigneeAgentId });
  }
  const released = await saveIssue(db, {
    ...issue,
    status: 'todo',
    assigneeAgentId: null,
    assigneeUserId: null,
    assignedByAgentId: null,
    assignedByUserId: null,
    checkoutRunId: null,
  }, now);
  const payload = { ...snapshotOf(released), previousAssigneeAgentId: assigneeAgentId };
  say('issue.released', { companyId, entityId: id, payload });
  return showIssue(released);
};
