import { createHash, randomBytes } from 'node:crypto';
import { Refusal, type issues, WAITS_MAX } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { emitWaitStarted } from '../../changes/waits.ts';
import { authorOf, callerOf } from '../../domain/author.ts';
import { decideWait } from '../../domain/waits/new-wait.ts';
import { lockIssueForDecision } from '../../store/issues-for-decisions.ts';
import { countOpenWaits, insertWait } from '../../store/waits/waits.ts';
import { showWait } from '../../views.ts';

const TOKEN_BYTES = 32;

/** The token of a signal is shown in this answer only; its hash is stored. */
export const startWait: Handler<typeof issues, 'startWait'> = async (
  { companyId, issueId, until, after, deadline, onDeadline, signal, key, note },
  { db, scope, actor, runId, emit },
) => {
  const author = authorOf(actor, runId);
  const { issue, facts } = await lockIssueForDecision(db, scope, issueId, callerOf(actor));
  if (issue.companyId !== companyId) throw new Refusal('issue_not_found');
  const open = await countOpenWaits(db, issue, WAITS_MAX);
  const agentId = decideWait(issue, facts, { until, after, signal, key, onDeadline }, open);
  const token = signal ? `mst_signal_${randomBytes(TOKEN_BYTES).toString('base64url')}` : null;
  const wait = await insertWait(db, {
    id: newId(),
    companyId,
    issueId: issue.id,
    agentId,
    byAgentId: author.agentId,
    byUserId: author.userId,
    note,
    signal,
    key: key ?? null,
    until: until ?? null,
    after: after ?? null,
    deadline: deadline ?? null,
    onDeadline,
    tokenHash: token === null ? null : createHash('sha256').update(token).digest(),
  });
  emitWaitStarted(wait, issue, emit);
  return { ...showWait(wait), token };
};
