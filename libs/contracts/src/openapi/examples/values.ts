/** Values of fields in examples, by the name of the field. */

/** An id for each field: the same in every example, so that they tell one story. */
export function exampleId(field: string): string {
  const named = things.findIndex((thing) => field.toLowerCase().includes(thing));
  return `01890a5d-ac96-774b-bcce-${String(named + 1).padStart(12, '0')}`;
}

/** The first whose word occurs in the name of a field. */
const things = [
  'company',
  'comment',
  'approval',
  'issue',
  'parent',
  'agent',
  'reportsto',
  'project',
  'goal',
  'label',
  'run',
  'user',
  'key',
  'workspace',
  'webhook',
  'hook',
  'delivery',
  'cost',
  'secret',
  'event',
];

export const TIME = '2026-11-24T09:30:00.000Z';

/** Texts by field; each is accepted by the schemas that have the field. */
export const texts: Readonly<Record<string, string>> = {
  name: 'Ada',
  title: 'Write the page about prices',
  description: 'Three plans, in one table.',
  identifier: 'ACM-12',
  issueIdentifier: 'ACM-12',
  issuePrefix: 'ACM',
  issueTitle: 'Write the page about prices',
  body: 'The page is ready for review.',
  excerpt: 'The page is ready for review.',
  authorName: 'Ada',
  agentName: 'Ada',
  actorName: 'Ada',
  companyName: 'Acme',
  projectName: 'Web site',
  urlKey: 'ada',
  skill: 'write-pages',
  document: 'plan',
  slug: 'write-pages',
  email: 'lin@example.com',
  color: '#1f6feb',
  cron: '0 8 * * MON-FRI',
  timeZone: 'Europe/Berlin',
  expression: '0 8 * * MON-FRI',
  zone: 'Europe/Berlin',
  key: 'texts',
  at: '/action',
  provider: 'anthropic',
  model: 'claude-sonnet-5-5',
  month: '2026-11',
  exhaustedMonth: '2026-11',
  day: '2026-11-24',
  action: 'issue.checked_out',
  event: 'issue.checked_out',
  entityType: 'issue',
  service: 'issues',
  reason: 'mention',
  explanation: 'A comment has mentioned the agent.',
  url: 'https://hooks.example.com/muster',
  repoUrl: 'https://git.example.com/acme/site.git',
  repoRef: 'main',
  cwd: '/srv/site',
  runner: 'eu-1',
  path: 'SKILL.md',
  capabilities: 'Writes and tests pages.',
  decisionNote: 'Yes, for this year.',
  resultSummary: 'The page is ready for review.',
  token: 'a-token-that-is-shown-once',
  sha256: 'b0d9bd5cf1a4c0f2d6b5d6c1f1dfd1a7d0b8bb3a0d3a0c6ac2b7a1a6a3c7f1e2',
  message: 'The folder can be written.',
  companyId: exampleId('companyId'),
  issueId: exampleId('issueId'),
  agentId: exampleId('agentId'),
};

/** Numbers by field. */
export const numbers: Readonly<Record<string, number>> = {
  issueNumber: 12,
  intervalSec: 300,
  budgetMonthlyCents: 20_000,
  spentMonthlyCents: 4_350,
  limitCents: 20_000,
  spentCents: 4_350,
  remainingCents: 15_650,
  costCents: 2,
  inputTokens: 1_200,
  outputTokens: 350,
  cachedInputTokens: 8_000,
  exitCode: 0,
  bytes: 512,
  logBytes: 2_048,
};
