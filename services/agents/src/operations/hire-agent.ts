/**
 * A hire. Where the company's policy requires it, the agent waits for the board; the approval is
 * made by another service, so its id is made here, before the write, and the answer can name it.
 */
import { Refusal, type Actor, type agents, type Input } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { showAgent, snapshotOf } from '../domain/agent.ts';
import { hireForBoard, newAgentOf } from '../domain/hire.ts';
import { isManager } from '../domain/managers.ts';
import { findStanding } from '../store/agents.ts';
import { lockWritableCompany } from '../store/locks.ts';
import { addAgent } from './add-agent.ts';

export const hireAgent: Handler<typeof agents, 'hireAgent'> = async (
  input,
  context,
) => {
  const { db, actor, say } = context;
  const { companyId } = input;
  const policy = await lockWritableCompany(db, companyId);
  await mayHire(db, actor, companyId);
  const approvalId = policy.requireBoardApprovalForNewAgents ? newId() : null;
  const status = approvalId ? 'pending_approval' : 'idle';
  const { row, kept } = await addAgent(
    context, { id: newId(), companyId, status, approvalId }, newAgentOf(input),
  );
  const agent = showAgent(row);
  const entityId = row.id;
  if (!approvalId) {
    say('agent.hired', { companyId, entityId, payload: snapshotOf(row) });
    return { agent, approval: null };
  }
  say('agent.hire_requested', {
    companyId,
    entityId,
    payload: {
      ...snapshotOf(row),
      approvalId,
      requestedByAgentId: actor.type === 'agent' ? actor.id : null,
      requestedByUserId: actor.type === 'user' ? actor.id : null,
      sourceIssueIds: sourceIssuesOf(input),
      hire: hireForBoard(kept),
    },
  });
  return { agent, approval: { id: approvalId, type: 'hire_agent', status: 'pending' } };
};

async function mayHire(db: Db, actor: Actor, companyId: string): Promise<void> {
  if (actor.type !== 'agent') return;
  const standing = await findStanding(db, companyId, actor.id);
  if (!standing || !isManager(standing)) throw new Refusal('managers_only');
}

const sourceIssuesOf = (
  { sourceIssueId, sourceIssueIds }: Input<typeof agents, 'hireAgent'>,
): string[] => [
  ...new Set([...(sourceIssueId ? [sourceIssueId] : []), ...(sourceIssueIds ?? [])]),
];
