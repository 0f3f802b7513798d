/**
 * Hires an agent. If the company requires board approval, or if an agent hires one with a command,
 * an environment, a URL or a secret, or gives it more than it has itself, the new agent waits in
 * `pending_approval`. The approvals service creates the approval later, under an id generated here, so
 * that the answer can already name it. An agent that is hired into a folder of which the board has said
 * nothing is idle, and starts no run until the board has approved the folder.
 */
import { Refusal, scopeOf, type agents, type Input } from '@muster/contracts';
import { newId, type Context, type Handler } from '@muster/service-kit';
import { addAgent } from '../../configuration/add-agent.ts';
import { askForFolderOf, findFolderToAllow } from '../../configuration/folder-of-hire.ts';
import { requireManager } from '../../configuration/authority.ts';
import type { AgentsConfig } from '../../config.ts';
import { carriesWhatRuns } from '../../domain/board-fields.ts';
import { budgetOf } from '../../domain/budget.ts';
import { fieldsAbove, isBudgetAbove } from '../../domain/grants.ts';
import { hireForBoard, newAgentOf, requireReadable, type NewAgent } from '../../domain/hire.ts';
import { noteOfProgram } from '../../domain/programs/program.ts';
import { agentEvent } from '../../events.ts';
import { getAgentDetail } from '../../store/agents.ts';
import { secondsUntilHire } from '../../store/agent-counts.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { showAgent } from '../../views.ts';

export const hireAgent: Handler<typeof agents, 'hireAgent'> = async (input, context) => {
  const { db, actor, emit } = context;
  const { companyId } = input;
  const isByAgent = actor.type === 'agent';
  // Hires of agents are counted, one after the other.
  const policy = await lockWritableCompany(db, companyId, isByAgent ? 'exclusive' : 'shared');
  await requireManager(db, actor, companyId);
  if (isByAgent) await requireHiresLeft(context, companyId);
  const requested = newAgentOf(input);
  const needsBoard =
    policy.requireBoardApprovalForNewAgents ||
    (isByAgent && (carriesWhatRuns(requested) || (await givesMoreThanItHas(context, requested))));
  const approvalId = needsBoard ? newId() : null;
  const status = approvalId ? 'pending_approval' : 'idle';
  const folder =
    isByAgent && !needsBoard ? await findFolderToAllow(context, companyId, requested) : undefined;
  const { row, stored } = await addAgent(
    context,
    { id: newId(), companyId, status, approvalId },
    requested,
  );
  const agent = { ...showAgent(row), ...noteOfProgram(row) };
  if (!approvalId) {
    emit('agent.hired', agentEvent(row));
    if (folder === undefined) return { agent, approval: null };
    const asked = await askForFolderOf(context, row, { folder, issueIds: sourceIssuesOf(input) });
    return { agent: { ...agent, ...asked }, approval: null };
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

/** Refuses the hire of an agent after as many as agents of the company may ask for in a day. */
async function requireHiresLeft(
  { db, config }: Context<typeof agents>,
  companyId: string,
): Promise<void> {
  const { MUSTER_HIRES_PER_DAY: most } = config as AgentsConfig;
  const retryAfterSeconds = await secondsUntilHire(db, companyId, most);
  if (retryAfterSeconds > 0) throw new Refusal('too_many_hires', { most, retryAfterSeconds });
}

async function givesMoreThanItHas(
  { db, actor }: Context<typeof agents>,
  hire: NewAgent,
): Promise<boolean> {
  const giver = await getAgentDetail(db, scopeOf(actor), { ref: actor.id });
  return fieldsAbove(giver, hire).length > 0 || isBudgetAbove(hire, budgetOf(giver).remainingCents);
}

const sourceIssuesOf = ({
  sourceIssueId,
  sourceIssueIds,
}: Input<typeof agents, 'hireAgent'>): string[] => [
  ...new Set([...(sourceIssueId ? [sourceIssueId] : []), ...(sourceIssueIds ?? [])]),
];
