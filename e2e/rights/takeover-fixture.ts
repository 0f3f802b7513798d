/** A company with an agent that is to be taken over, and each credential that may try. */
import { agents, approvals, billing, gateway, issues, scheduler } from '@muster/contracts';
import { addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import type { Caller } from '../world/http-client.ts';
import type { World } from '../world/use-world.ts';
import type { AgentKind, Target } from './takeovers.ts';

export interface TakeoverFixture {
  readonly callers: Readonly<Record<AgentKind, Caller>>;
  readonly target: Target;
  /** What the attempts are about, as the board sees it. */
  read(): Promise<unknown>;
  /** Ends the run. */
  close(): Promise<void>;
}

export async function openTakeoverFixture(world: World): Promise<TakeoverFixture> {
  const { board, api } = world;
  const { id: companyId } = await createCompany(board);
  const chief = await addAgentWithKey(world, companyId, { role: 'ceo' });
  const manager = await addAgentWithKey(world, companyId, { reportsTo: chief.agent.id });
  const run = await startLiveRun(world, companyId, `Target ${companyId}`);
  const { agentId } = run;
  const [before] = await board.call(agents, 'listConfigRevisions', { agentId });
  await board.call(agents, 'updateAgent', {
    agentId,
    reportsTo: manager.agent.id,
    budgetMonthlyCents: 100_000,
    adapterConfig: { command: '/bin/true' },
  });
  const key = await board.call(gateway, 'createAgentKey', { agentId });
  const approval = await chief.caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: { title: 'Approve this' },
  });
  const cost = await board.call(billing, 'recordCost', {
    companyId,
    agentId,
    costCents: 1,
    provider: 'bench',
    model: 'model-1',
  });
  const reviewed = await board.call(issues, 'createIssue', {
    companyId,
    title: 'Reviewed by a person',
    status: 'in_review',
    assigneeAgentId: agentId,
    reviewPolicy: 'person',
  });
  return {
    callers: {
      'the agent': api.as(key.token),
      'its manager': manager.caller,
      'the CEO': chief.caller,
      'a run of the agent': api.as(run.token),
    },
    target: {
      companyId,
      agentId,
      keyId: key.id,
      revisionId: before?.id ?? '',
      approvalId: approval.id,
      costId: cost.id,
      issueId: reviewed.id,
    },
    read: () =>
      Promise.all([
        board.call(agents, 'getCompany', { companyId }),
        board.call(agents, 'listAgents', { companyId }),
        board.call(agents, 'listConfigRevisions', { agentId }),
        board.call(gateway, 'listMembers', { companyId }),
        board.call(approvals, 'getApproval', { approvalId: approval.id }),
        keysOf(board, agentId),
        board.call(issues, 'getIssue', { issueId: reviewed.id }),
      ]),
    close: async () => void (await board.call(scheduler, 'cancelRun', { runId: run.runId })),
  };
}

/** Without the last use, which attempts change. */
async function keysOf(board: Caller, agentId: string): Promise<unknown> {
  const keys = await board.call(gateway, 'listAgentKeys', { agentId });
  return keys.map(({ id, revokedAt }) => [id, revokedAt]);
}
