/** The pages of a company: one table for the rail, the keys and the palette. */

export interface Place {
  /** After the address of the company. */
  readonly path: string;
  readonly word: string;
  /** What follows `g`. */
  readonly key?: string;
  readonly search?: Readonly<Record<string, string>>;
  /** Where the rail has it; on a phone what is seldom is found under "Find or do". */
  readonly rail?: 'often' | 'seldom';
  /** What people also call it. */
  readonly also?: string;
}

export const places: readonly Place[] = [
  { path: '', word: 'Overview', key: 'o', rail: 'often', also: 'dashboard home' },
  { path: '/issues', word: 'Issues', key: 's', rail: 'often', also: 'tasks tickets work' },
  { path: '/projects', word: 'Projects', rail: 'seldom' },
  { path: '/goals', word: 'Goals', rail: 'seldom', also: 'objectives' },
  {
    path: '/routines',
    word: 'Routines',
    rail: 'seldom',
    also: 'schedule cron timer recurring',
  },
  {
    path: '/hooks',
    word: 'Hooks',
    rail: 'seldom',
    also: 'github gitlab slack stripe webhook incoming integrations',
  },
  {
    path: '/documents',
    word: 'Documents',
    rail: 'seldom',
    also: 'notes plans handbook wiki texts',
  },
  {
    path: '/agents',
    word: 'Agents',
    key: 'a',
    rail: 'seldom',
    also: 'mcp claude codex gemini opencode api key connect hire',
  },
  { path: '/skills', word: 'Skills', rail: 'seldom', also: 'instructions guidance how to' },
  { path: '/org', word: 'Org', key: 't', rail: 'seldom', also: 'chart tree reports managers' },
  { path: '/runs', word: 'Runs', key: 'r', rail: 'often', also: 'logs output executions' },
  { path: '/approvals', word: 'Approvals', key: 'p', rail: 'often', also: 'requests decisions' },
  { path: '/costs', word: 'Costs', key: 'c', rail: 'seldom', also: 'budget money limit spend' },
  { path: '/activity', word: 'Activity', key: 'l', rail: 'seldom', also: 'events audit history' },
  { path: '/issues', word: 'Board of issues', key: 'b', search: { view: 'board' }, also: 'kanban' },
  { path: '/settings', word: 'Settings', rail: 'seldom', also: 'company time zone budget' },
  {
    path: '/settings/people',
    word: 'Settings: people',
    also: 'invite members users rights roles permissions',
  },
  { path: '/settings/joiners', word: 'Settings: joining agents', also: 'invite connect mcp' },
  { path: '/settings/labels', word: 'Settings: labels', also: 'tags' },
  { path: '/settings/secrets', word: 'Settings: secrets', also: 'environment variables tokens' },
  { path: '/settings/webhooks', word: 'Settings: webhooks', also: 'notifications integrations' },
];

/** The same with its search as an address. */
export const hrefOf = (prefix: string, { path, search }: Place): string =>
  `/${prefix}${path}${search ? `?${new URLSearchParams(search)}` : ''}`;
