/** Table of contents: each path and its page, which is loaded when it is first shown. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { pagePaths } from './domain/page-paths.ts';
import { pageSearch } from './domain/addresses/page-search.ts';
import { CompanyFrame } from './pages/frame/company-frame.tsx';
import { Frame } from './pages/frame/frame.tsx';
import { NotFound, PageFault } from './pages/frame/not-found.tsx';

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFault,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: pagePaths.signIn,
  validateSearch: pageSearch.signIn,
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});
const enter = createRoute({
  getParentRoute: () => root,
  path: pagePaths.enter,
  validateSearch: pageSearch.enter,
  component: lazyRouteComponent(() => import('./pages/sign-in/enter-page.tsx'), 'EnterPage'),
});
const join = createRoute({
  getParentRoute: () => root,
  path: pagePaths.join,
  component: lazyRouteComponent(() => import('./pages/join/join-page.tsx'), 'JoinPage'),
});

const authorize = createRoute({
  getParentRoute: () => root,
  path: pagePaths.authorize,
  component: lazyRouteComponent(
    () => import('./pages/programs/authorize-page.tsx'),
    'AuthorizePage',
  ),
});
const device = createRoute({
  getParentRoute: () => root,
  path: pagePaths.device,
  component: lazyRouteComponent(() => import('./pages/programs/device-page.tsx'), 'DevicePage'),
});

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });
const inbox = createRoute({
  getParentRoute: () => frame,
  path: pagePaths.inbox,
  component: lazyRouteComponent(() => import('./pages/inbox/inbox-page.tsx'), 'InboxPage'),
});
const start = createRoute({
  getParentRoute: () => frame,
  path: pagePaths.start,
  component: lazyRouteComponent(() => import('./pages/start/start-page.tsx'), 'StartPage'),
});
const importCompany = createRoute({
  getParentRoute: () => frame,
  path: pagePaths.importCompany,
  component: lazyRouteComponent(() => import('./pages/packages/import-page.tsx'), 'ImportPage'),
});
const me = createRoute({
  getParentRoute: () => frame,
  path: pagePaths.me,
  validateSearch: pageSearch.me,
  component: lazyRouteComponent(() => import('./pages/me/me-page.tsx'), 'MePage'),
});
const users = createRoute({
  getParentRoute: () => frame,
  path: pagePaths.users,
  component: lazyRouteComponent(() => import('./pages/users/users-page.tsx'), 'UsersPage'),
});

const company = createRoute({
  getParentRoute: () => frame,
  path: pagePaths.overview,
  component: CompanyFrame,
});
type InCompany<P extends string> = P extends `/$prefix${infer Rest}` ? Rest : never;
/** The path of a page below that of its company. */
const inCompany = <P extends string>(path: P): InCompany<P> =>
  path.slice(pagePaths.overview.length) as InCompany<P>;
const overview = createRoute({
  getParentRoute: () => company,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});
const issues = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.issues),
  validateSearch: pageSearch.issues,
  component: lazyRouteComponent(() => import('./pages/issues/issues-page.tsx'), 'IssuesPage'),
});
const issue = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.issue),
  validateSearch: pageSearch.issue,
  component: lazyRouteComponent(() => import('./pages/issue/issue-page.tsx'), 'IssuePage'),
});
const runs = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.runs),
  validateSearch: pageSearch.runs,
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.tsx'), 'RunsPage'),
});
const run = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.run),
  validateSearch: pageSearch.run,
  component: lazyRouteComponent(() => import('./pages/runs/run-page.tsx'), 'RunPage'),
});
const agents = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.agents),
  component: lazyRouteComponent(() => import('./pages/agents/agents-page.tsx'), 'AgentsPage'),
});
const agent = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.agent),
  validateSearch: pageSearch.agent,
  component: lazyRouteComponent(() => import('./pages/agent/agent-page.tsx'), 'AgentPage'),
});
const org = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.org),
  validateSearch: pageSearch.org,
  component: lazyRouteComponent(() => import('./pages/org/org-page.tsx'), 'OrgPage'),
});
const costs = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.costs),
  validateSearch: pageSearch.costs,
  component: lazyRouteComponent(() => import('./pages/costs/costs-page.tsx'), 'CostsPage'),
});
const activity = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.activity),
  validateSearch: pageSearch.activity,
  component: lazyRouteComponent(() => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
});
const approvals = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.approvals),
  component: lazyRouteComponent(
    () => import('./pages/approvals/approvals-page.tsx'),
    'ApprovalsPage',
  ),
});
const approval = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.approval),
  component: lazyRouteComponent(
    () => import('./pages/approvals/approval-page.tsx'),
    'ApprovalPage',
  ),
});
const routines = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.routines),
  component: lazyRouteComponent(() => import('./pages/routines/routines-page.tsx'), 'RoutinesPage'),
});
const routine = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.routine),
  component: lazyRouteComponent(() => import('./pages/routines/routine-page.tsx'), 'RoutinePage'),
});
const skills = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.skills),
  component: lazyRouteComponent(() => import('./pages/skills/skills-page.tsx'), 'SkillsPage'),
});
const skill = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.skill),
  component: lazyRouteComponent(() => import('./pages/skills/skill-page.tsx'), 'SkillPage'),
});
const documents = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.documents),
  component: lazyRouteComponent(
    () => import('./pages/documents/documents-page.tsx'),
    'DocumentsPage',
  ),
});
const hooks = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.hooks),
  component: lazyRouteComponent(() => import('./pages/hooks/hooks-page.tsx'), 'HooksPage'),
});
const hook = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.hook),
  component: lazyRouteComponent(() => import('./pages/hooks/hook-page.tsx'), 'HookPage'),
});
const projects = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.projects),
  component: lazyRouteComponent(() => import('./pages/projects/projects-page.tsx'), 'ProjectsPage'),
});
const project = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.project),
  component: lazyRouteComponent(() => import('./pages/projects/project-page.tsx'), 'ProjectPage'),
});
const goals = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.goals),
  component: lazyRouteComponent(() => import('./pages/goals/goals-page.tsx'), 'GoalsPage'),
});
const settings = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.settings),
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});
const settingsSection = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.settingsSection),
  validateSearch: pageSearch.settingsSection,
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});
const webhook = createRoute({
  getParentRoute: () => company,
  path: inCompany(pagePaths.webhook),
  component: lazyRouteComponent(() => import('./pages/settings/webhook-page.tsx'), 'WebhookPage'),
});

const tree = root.addChildren([
  signIn,
  enter,
  join,
  authorize,
  device,
  frame.addChildren([
    inbox,
    start,
    importCompany,
    me,
    users,
    company.addChildren([
      overview,
      issues,
      issue,
      runs,
      run,
      routines,
      routine,
      skills,
      skill,
      documents,
      hooks,
      hook,
      projects,
      project,
      goals,
      settings,
      settingsSection,
      webhook,
      agents,
      agent,
      org,
      costs,
      activity,
      approvals,
      approval,
    ]),
  ]),
]);

export const makeRouter = (client: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { client },
    defaultPreload: 'intent',
    defaultErrorComponent: PageFault,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof makeRouter>;
  }
}
