/**
 * What the board does while money is spent: it wakes the agents that are processes, and gives some
 * of those whose budget is spent more, once for each time that it was spent.
 */
import { agents, approvals, composed } from '@muster/contracts';
import type { Activity } from '@muster/contracts';
import { insist } from '../harness/until.ts';
import type { World } from '../harness/stack.ts';
import type { Ground, Spender } from './ground.ts';

/** How often a budget is raised. Then it stays spent, if it can. */
const RAISES = 2;
/** A raise is this many times what was spent: enough to be spent again. */
const RAISE_TIMES = 2;
const PAGE = 500;

export type Board = {
  /** Looks at every company and does what is to be done. */
  round(): Promise<void>;
  readonly raised: () => number;
};

export function openBoard(world: World, ground: Ground): Board {
  const answered = new Set<string>();
  const raises = new Map<string, number>();
  const raise = async ({ id, companyId, details }: Activity): Promise<void> => {
    const { agentId, spentCents, limitCents } = details as Crossing;
    const budget = agentId ?? companyId;
    const times = raises.get(budget) ?? 0;
    if (answered.has(id) || times >= RAISES) return;
    const cents = Math.max(limitCents, spentCents) * RAISE_TIMES;
    const index = ground.spenders.findIndex(({ agent }) => agent.id === agentId);
    if (agentId === null) await raiseCompany(world, companyId, cents);
    else if (index % 2 === 0) await raiseAgent(world, agentId, cents);
    else if (!(await approveRequest(world, companyId, agentId))) return;
    answered.add(id);
    raises.set(budget, times + 1);
  };
  return {
    async round() {
      await Promise.all(ground.shops.map(async ({ companyId }) => {
        const crossings = await listCrossings(world, companyId);
        for (const crossing of crossings) await raise(crossing);
      }));
      const burners = ground.spenders.filter(({ plan }) => plan.burns);
      await Promise.all(burners.map((burner) => wake(world, burner)));
    },
    raised: () => [...raises.values()].reduce((sum, times) => sum + times, 0),
  };
}

type Crossing = { agentId: string | null; spentCents: number; limitCents: number };

async function listCrossings({ board }: World, companyId: string): Promise<Activity[]> {
  const path = `/api/companies/${companyId}/activity?action=budget.exhausted&limit=${PAGE}`;
  return insist(async () => {
    const { status, body } = await board.get(path);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    return composed.listCompanyActivity.output.parse(body);
  });
}

async function raiseCompany(
  { board }: World,
  companyId: string,
  budgetMonthlyCents: number,
): Promise<void> {
  await insist((headers) =>
    board.call(agents, 'updateCompanyBudget', { companyId, budgetMonthlyCents }, headers));
}

async function raiseAgent(
  { board }: World,
  agentId: string,
  budgetMonthlyCents: number,
): Promise<void> {
  await insist((headers) =>
    board.call(agents, 'updateAgentBudget', { agentId, budgetMonthlyCents }, headers));
}

/** Whether there was a request to approve: it is opened by an event, so it may come later. */
async function approveRequest({ board }: World, companyId: string, agentId: string) {
  const [open] = await insist(() => board.call(approvals, 'listApprovals', {
    companyId, type: ['budget_override_required'], status: ['pending'],
    requestedByAgentId: agentId,
  }));
  if (!open) return false;
  const { id: approvalId } = open;
  await insist((headers) => board.call(approvals, 'approveApproval', { approvalId }, headers));
  return true;
}

/** Whatever comes of it: it may be running, paused, or nobody may answer now. */
async function wake({ board }: World, { agent }: Spender): Promise<void> {
  await board.post(`/api/agents/${agent.id}/wakeup`, {}).catch(() => undefined);
}
