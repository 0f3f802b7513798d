/** Every page by its path. The router is made from them, and the server answers 404 elsewhere. */
export const pagePaths = {
  inbox: '/',
  signIn: '/sign-in',
  enter: '/enter',
  authorize: '/oauth/authorize',
  device: '/oauth/device',
  start: '/start',
  importCompany: '/import',
  join: '/join',
  me: '/me',
  users: '/users',
  overview: '/$prefix',
  issues: '/$prefix/issues',
  issue: '/$prefix/issues/$ref',
  runs: '/$prefix/runs',
  run: '/$prefix/runs/$runId',
  agents: '/$prefix/agents',
  agent: '/$prefix/agents/$agentRef',
  org: '/$prefix/org',
  costs: '/$prefix/costs',
  activity: '/$prefix/activity',
  approvals: '/$prefix/approvals',
  approval: '/$prefix/approvals/$approvalId',
  projects: '/$prefix/projects',
  project: '/$prefix/projects/$projectId',
  goals: '/$prefix/goals',
  routines: '/$prefix/routines',
  routine: '/$prefix/routines/$routineId',
  skills: '/$prefix/skills',
  skill: '/$prefix/skills/$skill',
  documents: '/$prefix/documents',
  hooks: '/$prefix/hooks',
  hook: '/$prefix/hooks/$hookId',
  settings: '/$prefix/settings',
  settingsSection: '/$prefix/settings/$section',
  webhook: '/$prefix/settings/webhooks/$webhookId',
} as const;

/** As regular expressions on paths. Only the prefix of a company is in capitals, so nothing clashes. */
export const pagePatterns = (): string[] =>
  Object.values(pagePaths).map(
    (path) =>
      `^${path.replace('/$prefix', '/[A-Z][A-Z0-9]{0,189}').replaceAll(/\$\w+/g, '[\\w-]{1,200}')}/?$`,
  );
