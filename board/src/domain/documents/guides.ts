/** Which guide says more about a page. */
import { pagePaths } from '../page-paths.ts';

type PageName = keyof typeof pagePaths;

/** Undefined where nobody is signed in yet. */
export const guides: Readonly<Record<PageName, string | undefined>> = {
  inbox: 'running-a-company',
  signIn: undefined,
  enter: undefined,
  join: undefined,
  authorize: undefined,
  device: undefined,
  start: 'running-a-company',
  importCompany: 'moving-in',
  me: 'mcp',
  users: 'signing-in',
  overview: 'running-a-company',
  issues: 'running-a-company',
  issue: 'running-a-company',
  runs: 'costs',
  run: 'costs',
  agents: 'mcp',
  agent: 'mcp',
  org: 'running-a-company',
  costs: 'budgets',
  activity: 'running-a-company',
  approvals: 'running-a-company',
  approval: 'running-a-company',
  projects: 'running-a-company',
  project: 'documents',
  goals: 'running-a-company',
  routines: 'routines-and-hooks',
  routine: 'routines-and-hooks',
  skills: 'skills',
  skill: 'skills',
  documents: 'documents',
  hooks: 'routines-and-hooks',
  hook: 'routines-and-hooks',
  settings: 'running-a-company',
  settingsSection: 'running-a-company',
  webhook: 'webhooks',
};

const names = new Map(Object.entries(pagePaths).map(([name, path]) => [path, name as PageName]));

/** @param path as the router has it, with the names of its parameters */
export function guideOf(path: string): string | undefined {
  const name = names.get((path.replace(/\/$/, '') || '/') as (typeof pagePaths)[PageName]);
  return name && guides[name];
}
