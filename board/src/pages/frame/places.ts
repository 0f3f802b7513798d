/** The pages of a company: one table for the rail, the keys and the palette. */
import type { Address } from '../../ui/links/address.ts';

export interface Place {
  readonly to: NonNullable<Address['to']>;
  /** Of the settings. */
  readonly section?: string;
  readonly word: string;
  /** What follows `g`. */
  readonly key?: string;
  readonly search?: { readonly view: 'board' };
  /** Where the rail has it; on a phone what is seldom is found under "Find or do". */
  readonly rail?: 'often' | 'seldom';
  /** What people also call it. */
  readonly also?: string;
}

export const places: readonly Place[] = [
  { to: '/$prefix', word: 'Overview', key: 'o', rail: 'often', also: 'dashboard home' },
  { to: '/$prefix/issues', word: 'Issues', key: 's', rail: 'often', also: 'tasks tickets work' },
  { to: '/$prefix/projects', word: 'Projects', rail: 'seldom' },
  { to: '/$prefix/goals', word: 'Goals', rail: 'seldom', also: 'objectives' },
  {
    to: '/$prefix/routines',
    word: 'Routines',
    rail: 'seldom',
    also: 'schedule cron timer recurring',
  },
  {
    to: '/$prefix/hooks',
    word: 'Hooks',
    rail: 'seldom',
    also: 'github gitlab slack stripe webhook incoming integrations',
  },
  {
    to: '/$prefix/documents',
    word: 'Documents',
    rail: 'seldom',
    also: 'notes plans handbook wiki texts',
  },
  {
    to: '/$prefix/agents',
    word: 'Agents',
    key: 'a',
    rail: 'seldom',
    also: 'mcp claude codex gemini opencode api key connect hire',
  },
  { to: '/$prefix/skills', word: 'Skills', rail: 'seldom', also: 'instructions guidance how to' },
  {
    to: '/$prefix/org',
    word: 'Org',
    key: 't',
    rail: 'seldom',
    also: 'chart tree reports managers',
  },
  { to: '/$prefix/runs', word: 'Runs', key: 'r', rail: 'often', also: 'logs output executions' },
  {
    to: '/$prefix/approvals',
    word: 'Approvals',
    key: 'p',
    rail: 'often',
    also: 'requests decisions',
  },
  {
    to: '/$prefix/costs',
    word: 'Costs',
    key: 'c',
    rail: 'seldom',
    also: 'budget money limit spend',
  },
  {
    to: '/$prefix/activity',
    word: 'Activity',
    key: 'l',
    rail: 'seldom',
    also: 'events audit history',
  },
  {
    to: '/$prefix/issues',
    word: 'Board of issues',
    key: 'b',
    search: { view: 'board' },
    also: 'kanban',
  },
  { to: '/$prefix/settings', word: 'Settings', rail: 'seldom', also: 'company time zone budget' },
  {
    to: '/$prefix/settings/$section',
    section: 'people',
    word: 'Settings: people',
    also: 'invite members users rights roles permissions',
  },
  {
    to: '/$prefix/settings/$section',
    section: 'joiners',
    word: 'Settings: joining agents',
    also: 'invite connect mcp',
  },
  { to: '/$prefix/settings/$section', section: 'labels', word: 'Settings: labels', also: 'tags' },
  {
    to: '/$prefix/settings/$section',
    section: 'secrets',
    word: 'Settings: secrets',
    also: 'environment variables tokens',
  },
  {
    to: '/$prefix/settings/$section',
    section: 'webhooks',
    word: 'Settings: webhooks',
    also: 'notifications integrations',
  },
];

export const addressOf = (prefix: string, { to, section, search }: Place): Address => ({
  to,
  params: { prefix, ...(section === undefined ? {} : { section }) },
  ...(search ? { search } : {}),
});
