/**
 * The example company, made by ordinary calls of the API. What an interrupted attempt has made is
 * found by its name and kept. The hire that waits for the board comes last, so a company that has it
 * is complete, and its user may change or delete everything else.
 */
import { agents, approvals, issues, type Company, type Goal } from '@muster/contracts';
import type { Api } from '../demo/api.ts';
import { makeIssues } from './example-issues.ts';
import { makeStaff, type StaffOptions } from './example-staff.ts';
import { finder } from './find-or-make.ts';

export const COMPANY = 'Acme Robotics';
/** Tells this company from one that has only its name. */
export const DESCRIPTION =
  'Builds small robots that tidy up large warehouses. Made as an example by Muster.';
const PLAN =
  'First the robots find their way without help, then they learn where things belong. Every step ' +
  'ends with a measurement that the board can read.';

export interface ExampleCompany {
  readonly companyId: string;
  readonly engineerId: string;
  /** The issue that the engineer works on first, and the one that it gets after that. */
  readonly firstId: string;
  readonly secondId: string;
}

/** Undefined if there is nothing to do. */
export async function makeExampleCompany(
  api: Api,
  options: StaffOptions,
): Promise<ExampleCompany | undefined> {
  const company = await findOrMakeCompany(api);
  if (company === undefined) return undefined;
  const { id: companyId } = company;
  const hires = await api.call(approvals.operations.listApprovals, {
    companyId,
    type: ['hire_agent'],
  });
  if (hires.length > 0) return undefined;
  const staff = await makeStaff(api, companyId, options);
  await approveStrategy(api, companyId, staff.chief.id);
  const { goal, project } = await makePlans(api, companyId, staff);
  const { parentId, firstId, secondId } = await makeIssues(api, {
    companyId,
    engineerId: staff.engineer.id,
    goalId: goal.id,
    projectId: project.id,
  });
  await api.call(agents.operations.hireAgent, {
    companyId,
    name: 'Hedy',
    role: 'qa',
    title: 'Test engineer',
    icon: 'bug',
    reportsTo: staff.engineer.id,
    capabilities: 'Tests what the engineers have written, and counts its lines.',
    adapterType: 'process',
    adapterConfig: staff.adapterConfigOf('hedy'),
    budgetMonthlyCents: 5_000,
    sourceIssueId: parentId,
  });
  return { companyId, engineerId: staff.engineer.id, firstId, secondId };
}

async function findOrMakeCompany(api: Api): Promise<Company | undefined> {
  const companies = await api.call(agents.operations.listCompanies, { limit: 500 });
  const found = companies.find(({ name }) => name === COMPANY);
  if (found !== undefined) return found.description === DESCRIPTION ? found : undefined;
  return api.call(agents.operations.createCompany, {
    name: COMPANY,
    description: DESCRIPTION,
    budgetMonthlyCents: 50_000,
  });
}

/** The chief executive may start work from then on, and is woken with the answer. */
async function approveStrategy(api: Api, companyId: string, chiefId: string): Promise<void> {
  const type = 'approve_ceo_strategy' as const;
  const made = await api.call(approvals.operations.listApprovals, { companyId, type: [type] });
  const strategy =
    made[0] ??
    (await api.call(approvals.operations.createApproval, {
      companyId,
      type,
      requestedByAgentId: chiefId,
      payload: { plan: PLAN },
    }));
  if (strategy.status !== 'pending') return;
  await api.call(approvals.operations.approveApproval, {
    approvalId: strategy.id,
    decisionNote: 'A good start.',
  });
}

async function makePlans(
  api: Api,
  companyId: string,
  { chief, engineer }: { chief: { id: string }; engineer: { id: string } },
) {
  const { createGoal, createProject, listGoals, listProjects } = issues.operations;
  const goals = finder(await api.call(listGoals, { companyId }), ({ title }: Goal) => title);
  const mission = await goals.findOrMake('Robots tidy up a warehouse without help', (title) =>
    api.call(createGoal, {
      companyId,
      title,
      level: 'company',
      status: 'active',
      ownerAgentId: chief.id,
    }),
  );
  const goal = await goals.findOrMake('No robot stops for longer than ten seconds', (title) =>
    api.call(createGoal, {
      companyId,
      title,
      level: 'team',
      status: 'active',
      parentId: mission.id,
      ownerAgentId: engineer.id,
    }),
  );
  const projects = finder(await api.call(listProjects, { companyId }), ({ name }) => name);
  const project = await projects.findOrMake('Navigation', (name) =>
    api.call(createProject, {
      companyId,
      name,
      description: 'How the robots find their way between shelves.',
      status: 'in_progress',
      goalIds: [goal.id],
      leadAgentId: engineer.id,
    }),
  );
  return { goal, project };
}
