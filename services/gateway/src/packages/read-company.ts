/** Reads a company from the services that own its parts, as its caller. */
import {
  agents,
  CliAgentType,
  issues,
  type Agent,
  type Goal,
  type Project,
  type Routine,
} from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import pLimit from 'p-limit';
import type { CallContext } from '../upstream/composed-call.ts';
import { readAs } from '../upstream/read-as.ts';
import type {
  PackageContent,
  PackageGoal,
  PackageProject,
  PackageSkill,
} from './domain/content.ts';
import { slugsOf } from './domain/slugs.ts';
import { taskOf, type Slugs } from './domain/task-of-routine.ts';
import { pagesAs } from './read-pages.ts';

/** Reads that are under way for one export: it takes a part of the places, and no more. */
const READS_MAX = 8;

export interface ReadCompany {
  readonly content: PackageContent;
  /** Slugs of tasks whose template has more than a task can say. */
  readonly cutTasks: readonly string[];
}

type Read = ReturnType<typeof readAs>;
type Pool = ReturnType<typeof pLimit>;

export async function readCompany(
  rpc: Rpc,
  call: CallContext,
  companyId: string,
): Promise<ReadCompany> {
  const read = readAs(rpc, call);
  const list = pagesAs(rpc, call);
  const pool = pLimit(READS_MAX);
  const company = await read(agents, 'getCompany', { companyId });
  const [roster, skills, goals, projects, routines] = await Promise.all([
    list(agents, 'listAgents', { companyId }),
    list(agents, 'listSkills', { companyId }),
    list(issues, 'listGoals', { companyId }),
    list(issues, 'listProjects', { companyId }),
    list(issues, 'listRoutines', { companyId }),
  ]);
  const members = roster.filter(isMember);
  const current = projects.filter(({ archivedAt }) => archivedAt === null);
  const whole = await Promise.all(
    routines
      .filter(({ status }) => status !== 'proposed')
      .map(({ id: routineId }) => pool(() => read(issues, 'getRoutine', { routineId }))),
  );
  const slugs = slugsIn({ members, goals, projects: current });
  const tasks = tasksOf(whole, slugs);
  return {
    content: {
      company: { name: company.name, description: company.description },
      agents: await Promise.all(members.map((agent) => readAgent(read, pool, agent, slugs))),
      skills: await Promise.all(
        skills.map(({ slug: skill }) => pool(() => readSkill(read, companyId, skill))),
      ),
      goals: goals.map((goal) => goalOf(goal, slugs)),
      projects: current.map((project) => projectOf(project, slugs)),
      tasks: tasks.map(({ task }) => task),
    },
    cutTasks: tasks.filter(({ isCut }) => isCut).map(({ task: { slug } }) => slug),
  };
}

/** Whom the board has taken on, and who still is there. */
const isMember = ({ status }: Agent): boolean =>
  status !== 'terminated' && status !== 'pending_approval';

interface Planned {
  readonly members: readonly Agent[];
  readonly goals: readonly Goal[];
  readonly projects: readonly Project[];
}

function slugsIn({ members, goals, projects }: Planned): Slugs {
  const byId = new Map(goals.map((goal) => [goal.id, goal]));
  /** With those of the goals above it, since goals of different parents may say the same. */
  const says = ({ description, level, status, parentId }: Goal): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    const above = parent ? [parent.title, says(parent)] : [];
    return JSON.stringify([description, level, status, ...above]);
  };
  return {
    agents: slugsOf(
      members.map(({ id, name }) => ({ id, name, says: '' })),
      'agent',
    ),
    goals: slugsOf(
      goals.map((goal) => ({ id: goal.id, name: goal.title, says: says(goal) })),
      'goal',
    ),
    projects: slugsOf(
      projects.map(({ id, name, description, status }) => ({
        id,
        name,
        says: JSON.stringify([description, status]),
      })),
      'project',
    ),
  };
}

async function readAgent(read: Read, pool: Pool, agent: Agent, slugs: Slugs) {
  const { id: agentId, name, role, title, icon, capabilities, budgetMonthlyCents } = agent;
  const [{ body }, skills] = await Promise.all([
    pool(() => read(agents, 'getInstructions', { agentId })),
    pool(() => read(agents, 'listAgentSkills', { agentId })),
  ]);
  return {
    name,
    role,
    title,
    icon,
    capabilities,
    budgetMonthlyCents,
    slug: slugs.agents.get(agentId) ?? agentId,
    reportsTo: slugOrNull(slugs.agents, agent.reportsTo),
    adapter: adapterOf(agent),
    skills: skills.map(({ slug }) => slug).toSorted(),
    instructions: body ?? '',
  };
}

/** Of an adapter whose program is the operator's: the model, and how much it thinks. */
function adapterOf({ adapterType, adapterConfig: { model, effort } }: Agent) {
  const { success, data: type } = CliAgentType.safeParse(adapterType);
  if (!success) return null;
  return {
    type,
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof effort === 'string' ? { effort } : {}),
  };
}

async function readSkill(read: Read, companyId: string, skill: string): Promise<PackageSkill> {
  const { slug, files } = await read(agents, 'getSkill', { companyId, skill });
  return { slug, files };
}

const slugOrNull = (slugs: ReadonlyMap<string, string>, id: string | null): string | null =>
  (id === null ? undefined : slugs.get(id)) ?? null;

const goalOf = (
  { id, title, level, status, description, parentId, ownerAgentId }: Goal,
  slugs: Slugs,
): PackageGoal => ({
  title,
  level,
  status,
  description,
  slug: slugs.goals.get(id) ?? id,
  parent: slugOrNull(slugs.goals, parentId),
  owner: slugOrNull(slugs.agents, ownerAgentId),
});

const projectOf = (
  { id, name, status, description, targetDate, color, leadAgentId, goalIds }: Project,
  slugs: Slugs,
): PackageProject => ({
  name,
  status,
  description,
  targetDate,
  color,
  slug: slugs.projects.get(id) ?? id,
  lead: slugOrNull(slugs.agents, leadAgentId),
  goals: goalIds.flatMap((goalId) => slugs.goals.get(goalId) ?? []).toSorted(),
});

function tasksOf(routines: readonly Routine[], slugs: Slugs) {
  const tasks = new Map(routines.map((routine) => [routine.id, taskOf(routine, slugs)]));
  const own = slugsOf(
    routines.map(({ id, name }) => ({ id, name, says: JSON.stringify(tasks.get(id)) })),
    'task',
  );
  return [...tasks].map(([id, { isCut, ...task }]) => ({
    task: { ...task, slug: own.get(id) ?? id },
    isCut,
  }));
}
