import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { emitWaitsEnded } from '../../changes/waits.ts';
import { callerAgentIdOf } from '../../domain/author.ts';
import { getIssueKey } from '../../store/issue-rows.ts';
import { cancelWaitRow } from '../../store/waits/ended-waits.ts';
import { isManagerOf, lockWait } from '../../store/waits/waits.ts';
import { showWait } from '../../views.ts';

/** The waiting agent, whoever made the wait, their managers and the board may. */
export const cancelWait: Handler<typeof issues, 'cancelWait'> = async (
  { issueId, waitId },
  context,
) => {
  const { db, scope, actor } = context;
  const issue = await getIssueKey(db, scope, issueId);
  const wait = await lockWait(db, issue, waitId);
  if (!wait) throw new Refusal('wait_not_found');
  const caller = callerAgentIdOf(actor);
  const isOwn = caller === null || caller === wait.agentId || caller === wait.byAgentId;
  if (!isOwn && !(await isManagerOf(db, issue.companyId, caller, wait.agentId))) {
    throw new Refusal('not_the_owner', { waitId, agentId: wait.agentId });
  }
  const cancelled = await cancelWaitRow(db, wait);
  if (!cancelled) return showWait(wait);
  await emitWaitsEnded(context, issue.companyId, [cancelled]);
  return showWait(cancelled);
};
