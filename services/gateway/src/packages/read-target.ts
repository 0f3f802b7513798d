/** Reads what a company has, by the names under which a package could have it, as the caller. */
import { agents, issues } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { CallContext } from '../upstream/composed-call.ts';
import type { Target } from './domain/planning.ts';
import { pagesAs } from './read-pages.ts';
import { listImportedTasks } from './store/package-import-rows.ts';

export async function readTarget(
  { rpc, dbInScope }: Pick<Runtime, 'rpc' | 'dbInScope'>,
  call: CallContext,
  companyId: string,
): Promise<Target> {
  const list = pagesAs(rpc, call);
  const [roster, skills, goals, projects, routines, tasks] = await Promise.all([
    list(agents, 'listAgents', { companyId }),
    list(agents, 'listSkills', { companyId }),
    list(issues, 'listGoals', { companyId }),
    list(issues, 'listProjects', { companyId }),
    list(issues, 'listRoutines', { companyId }),
    listImportedTasks(dbInScope([companyId]), companyId),
  ]);
  const present = roster.filter(({ status }) => status !== 'terminated');
  return {
    agents: new Map(present.map(({ name, id }) => [name.toLowerCase(), id])),
    hasCeo: present.some(({ role }) => role === 'ceo'),
    skills: new Map(skills.map(({ slug, id }) => [slug, id])),
    goals: new Map(goals.map(({ title, id }) => [title, id])),
    projects: new Map(projects.map(({ name, id }) => [name, id])),
    routines: new Map(routines.map(({ name, id }) => [name, id])),
    tasks: new Map(tasks.map(({ slug, thingId }) => [slug, thingId])),
  };
}
