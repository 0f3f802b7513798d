/** The companies of the plan, founded: with agents, and with work that costs are booked on. */
import { fileURLToPath } from 'node:url';
import { agents, issues } from '@muster/contracts';
import { addIssue, addMember, asleep, foundCompany } from '../harness/builders.ts';
import type { Member } from '../harness/builders.ts';
import { inLanes } from '../harness/lanes.ts';
import type { World } from '../harness/stack.ts';
import type { AgentPlan, Plan } from './plan.ts';

const program = fileURLToPath(new URL('../fixtures/burner.ts', import.meta.url));
const burning = {
  adapterConfig: { command: process.execPath, args: [program], graceSec: 1 }, runtimeConfig: {},
};
const LANES = 4;

export type Work = { readonly issueId?: string; readonly projectId?: string };

export type Shop = {
  readonly companyId: string;
  readonly timeZone: string;
  readonly limitCents: number;
  /** Nothing, a project, or an issue that is in a project or in none. */
  readonly works: readonly Work[];
  /** The project that an issue brings with it. */
  readonly projectOfIssue: ReadonlyMap<string, string | null>;
};

export type Spender = Member & { readonly plan: AgentPlan; readonly shop: Shop };

export type Ground = { readonly shops: readonly Shop[]; readonly spenders: readonly Spender[] };

export async function prepare(world: World, plan: Plan): Promise<Ground> {
  const shops = await Promise.all(plan.zones.map((timeZone, index) =>
    openShop(world, timeZone, plan.limits[index] ?? 0)));
  const spenders: Spender[] = [];
  await inLanes(plan.agents.length, LANES, async (index) => {
    const agentPlan = plan.agents[index] as AgentPlan;
    const shop = shops[agentPlan.company] as Shop;
    const member = await addMember(world, shop.companyId, {
      ...(agentPlan.burns ? burning : { runtimeConfig: asleep }),
      budgetMonthlyCents: agentPlan.limitCents,
    });
    const { id: agentId } = member.agent;
    if (agentPlan.isHeld) await world.board.call(agents, 'pauseAgent', { agentId });
    spenders[index] = { ...member, plan: agentPlan, shop };
  });
  return { shops, spenders };
}

async function openShop({ board }: World, timeZone: string, limitCents: number): Promise<Shop> {
  const { id: companyId } = await foundCompany(board, {
    timeZone, budgetMonthlyCents: limitCents,
  });
  const { id: projectId } = await board.call(issues, 'createProject', { companyId, name: 'Core' });
  const inProject = await addIssue(board, companyId, { projectId });
  const alone = await addIssue(board, companyId);
  return {
    companyId, timeZone, limitCents,
    works: [{}, { projectId }, { issueId: inProject.id }, { issueId: alone.id }],
    projectOfIssue: new Map([[inProject.id, projectId], [alone.id, null]]),
  };
}
