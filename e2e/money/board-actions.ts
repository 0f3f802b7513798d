/**
 * What the board does while money is spent: it wakes the agents that are processes, and raises some of
 * the spent budgets, once for each time that a budget was spent.
 */
import { agents, approvals, composed, type Activity } from '@muster/contracts';
import { insist } from '../world/insist.ts';
import type { World } from '../world/use-world.ts';
import type { MoneyFixture, Spender } from './fixture.ts';

/** How often a budget is raised. After that it stays spent. */
const RAISES = 2;
/** A raise allows this many times what was spent, which can be spent again. */
const RAISE_TIMES = 2;
const PAGE = 500;

export interface BoardActions {
  /** Looks at every company, raises budgets and wakes agents. */
  round(): Promise<void>;
  readonly raised: () => number;
}

export function openBoardActions(world: World, fixture: MoneyFixture): BoardActions {
  const answered = new Set<string>();
  const raises = new Map<string, number>();
  const raise = async ({ id, companyId, details }: Activity): Promise<void> => {
    const { agentId, spentCents, limitCents } = details as unknown as Crossing;
    const budget = agentId ?? companyId;
    const times = raises.get(budget) ?? 0;
    if (answered.has(id) || times >= RAISES) return;
    const cents = Math.max(limitCents, spentCents) * RAISE_TIMES;
    const index = fixture.spenders.findIndex(({ agent }) => agent.id === agentId);
    if (agentId === null) await raiseCompany(world, companyId, cents);
    else if (index % 2 === 0) await raiseAgent(world, agentId, cents);
    else if (!(await approveOverride(world, companyId, agentId))) return;
    answered.add(id);
    raises.set(budget, times + 1);
  };
  return {
    async round() {
      await Promise.all(
        fixture.companies.map(async ({ companyId }) => {
          const crossings = await listCrossings(world, companyId);
          for (const crossing of crossings) await raise(crossing);
        }),
      );
      const burners = fixture.spenders.filter(({ plan }) => plan.burns);
      await Promise.all(burners.map((burner) => wake(world, burner)));
    },
    raised: () => [...raises.values()].reduce((sum, times) => sum + times, 0),
  };
}

interface Crossing {
  agentId: string | null;
  spentCents: number;
  limitCents: number;
}

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
    board.call(agents, 'updateCompanyBudget', { companyId, budgetMonthlyCents }, headers),
  );
}

async function raiseAgent(
  { board }: World,
  agentId: string,
  budgetMonthlyCents: number,
): Promise<void> {
  await insist((headers) =>
    board.call(agents, 'updateAgentBudget', { agentId, budgetMonthlyCents }, headers),
  );
}

/** Whether there was a request to approve: a reaction creates it, so it may come later. */
async function approveOverride({ board }: World, companyId: string, agentId: string) {
  const [open] = await insist(() =>
    board.call(approvals, 'listApprovals', {
      companyId,
      type: ['budget_override_required'],
      status: ['pending'],
      requestedByAgentId: agentId,
    }),
  );
  if (!open) return false;
  const { id: approvalId } = open;
  await insist((headers) => board.call(approvals, 'approveApproval', { approvalId }, headers));
  return true;
}

/** Ignores the outcome: the agent may be running or paused, and the service may be down. */
async function wake({ board }: World, { agent }: Spender): Promise<void> {
  await board.post(`/api/agents/${agent.id}/wakeup`, {}).catch(() => undefined);
}
