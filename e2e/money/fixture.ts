/** The companies of a plan, with their agents and with the work that costs are booked on. */
import { fileURLToPath } from 'node:url';
import { agents, issues } from '@muster/contracts';
import { WITH_COMPILE_CACHE } from '@muster/test-kit';
import {
  addIssue,
  addAgentWithKey,
  asleep,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import type { World } from '../world/use-world.ts';
import type { AgentPlan, Plan } from './plan.ts';

const program = fileURLToPath(new URL('../agent-programs/burner.ts', import.meta.url));
const burning = {
  adapterConfig: { command: process.execPath, args: [...WITH_COMPILE_CACHE, program], graceSec: 1 },
  runtimeConfig: {},
};
const SETUP_CONCURRENCY = 4;

export interface CostTarget {
  readonly issueId?: string;
  readonly projectId?: string;
}

export interface MoneyCompany {
  readonly companyId: string;
  readonly timeZone: string;
  readonly limitCents: number;
  /** Nothing, a project, an issue in a project, and an issue without one. */
  readonly targets: readonly CostTarget[];
  /** The project on which a cost of an issue is booked as well. */
  readonly projectOfIssue: ReadonlyMap<string, string | null>;
}

export type Spender = AgentWithKey & { readonly plan: AgentPlan; readonly company: MoneyCompany };

export interface MoneyFixture {
  readonly companies: readonly MoneyCompany[];
  readonly spenders: readonly Spender[];
}

export async function createMoneyFixture(world: World, plan: Plan): Promise<MoneyFixture> {
  const companies = await Promise.all(
    plan.zones.map((timeZone, index) =>
      createMoneyCompany(world, timeZone, plan.limits[index] ?? 0),
    ),
  );
  const spenders: Spender[] = [];
  await inParallel(plan.agents.length, SETUP_CONCURRENCY, async (index) => {
    const agentPlan = plan.agents[index] as AgentPlan;
    const company = companies[agentPlan.company] as MoneyCompany;
    const member = await addAgentWithKey(world, company.companyId, {
      ...(agentPlan.burns ? burning : { runtimeConfig: asleep }),
      budgetMonthlyCents: agentPlan.limitCents,
    });
    const { id: agentId } = member.agent;
    if (agentPlan.isPausedByBoard) await world.board.call(agents, 'pauseAgent', { agentId });
    spenders[index] = { ...member, plan: agentPlan, company };
  });
  return { companies, spenders };
}

async function createMoneyCompany(
  { board }: World,
  timeZone: string,
  limitCents: number,
): Promise<MoneyCompany> {
  const { id: companyId } = await createCompany(board, {
    timeZone,
    budgetMonthlyCents: limitCents,
  });
  const { id: projectId } = await board.call(issues, 'createProject', { companyId, name: 'Core' });
  const inProject = await addIssue(board, companyId, { projectId });
  const alone = await addIssue(board, companyId);
  return {
    companyId,
    timeZone,
    limitCents,
    targets: [{}, { projectId }, { issueId: inProject.id }, { issueId: alone.id }],
    projectOfIssue: new Map([
      [inProject.id, projectId],
      [alone.id, null],
    ]),
  };
}
