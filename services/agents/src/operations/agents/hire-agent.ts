/**
 * Hires an agent. If the company requires board approval, or if an agent hires one with a command,
 * an environment, a URL or a secret, the new agent waits in `pending_approval`. The approvals
 * service creates the approval later, under an id generated here, so that the answer can already
 * name it.
 */
import type { agents, Input } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { addAgent } from '../../configuration/add-agent.ts';
import { requireManager } from '../../configuration/authority.ts';
import { carriesWhatRuns } from '../../domain/board-fields.ts';
import { hireForBoard, newAgentOf, requireReadable } from '../../domain/hire.ts';
import { noteOfProgram } from '../../domain/programs/program.ts';
import { agentEvent } from '../../events.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { showAgent } from '../../views.ts';

export const hireAgent: Handler<typeof agents, 'hireAgent'> = async (input, context) => {
  const { db, actor, emit } = context;
  const { companyId } = input;
  const policy = await lockWritableCompany(db, companyId);
  await requireManager(db, actor, companyId);
  const requested = newAgentOf(input);
  const needsBoard =
    policy.requireBoardApprovalForNewAgents ||
    (actor.type === 'agent' && carriesWhatRuns(requested));
  const approvalId = needsBoard ? newId() : null;
  const status = approvalId ? 'pending_approval' : 'idle';
  const { row, stored } = await addAgent(
    context,
    { id: newId(), companyId, status, approvalId },
    requested,
  );
  const agent = { ...showAgent(row), ...noteOfProgram(row) };
  if (!approvalId) {
    emit('agent.hired', agentEvent(row));
    return { agent, approval: null };
  }
  const hire = hireForBoard(stored);
  requireReadable(hire);
  const event = agentEvent(row);
  emit('agent.hire_requested', {
    ...event,
    payload: {
      ...event.payload,
      approvalId,
      requestedByAgentId: actor.type === 'agent' ? actor.id : null,
      requestedByUserId: actor.type === 'user' ? actor.id : null,
      sourceIssueIds: sourceIssuesOf(input),
      hire,
    },
  });
  return { agent, approval: { id: approvalId, type: 'hire_agent', status: 'pending' } };
};

const sourceIssuesOf = ({
  sourceIssueId,
  sourceIssueIds,
}: Input<typeof agents, 'hireAgent'>): string[] => [
  ...new Set([...(sourceIssueId ? [sourceIssueId] : []), ...(sourceIssueIds ?? [])]),
];
