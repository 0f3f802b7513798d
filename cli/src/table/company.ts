/** Companies, their secrets and what they spend. */
import type { CommandSpec, Flag } from './command.ts';
import { agent, hiddenToken, idempotencyKey, limit } from './flags.ts';

const month: Flag = {
  name: 'month',
  value: 'month',
  says: 'As 2026-11; without it the current one',
};
const costs = ['spent=costCents:cents', 'input=inputTokens', 'output=outputTokens'];

const costsBy = (
  path: string,
  says: string,
  operation:
    | 'listCostsByAgent'
    | 'listCostsByProject'
    | 'listCostsByIssue'
    | 'listCostsByModel'
    | 'listCostsByDay',
  columns: readonly string[],
): CommandSpec => ({
  path: `cost ${path}`,
  says,
  flags: [month, limit],
  call: { operation, form: { columns: [...costs, ...columns] } },
});

export const companyCommands: readonly CommandSpec[] = [
  {
    path: 'company list',
    says: 'The companies that you may see',
    flags: [limit],
    call: {
      operation: 'listCompanies',
      form: {
        columns: [
          'prefix=issuePrefix',
          'name',
          'status',
          'spent=spentMonthlyCents:cents',
          'budget=budgetMonthlyCents:budget',
          'id',
        ],
      },
    },
  },
  {
    path: 'company show',
    says: 'The company: its agents, its work, its money',
    call: {
      operation: 'getDashboard',
      form: {
        lines: [
          'agents=agents.total',
          'running=agents.running',
          'paused=agents.paused',
          'open issues=tasks.open',
          'in review=tasks.inReview',
          'blocked=tasks.blocked',
          'unassigned=tasks.unassigned',
          'approvals=pendingApprovals',
          'spent=costs.monthSpendCents:cents',
          'budget=costs.monthBudgetCents:budget',
        ],
      },
    },
  },
  {
    path: 'company create',
    says: 'Make a company',
    args: [{ name: 'name', says: 'Its name' }],
    flags: [
      { name: 'description', value: 'text', says: 'What it is for' },
      {
        name: 'budget-cents',
        value: 'cents',
        says: 'The most that it spends in a month',
        field: 'budgetMonthlyCents',
      },
      { name: 'time-zone', value: 'zone', says: 'As Europe/Berlin', field: 'timeZone' },
      idempotencyKey,
    ],
    call: {
      operation: 'createCompany',
      form: { sentence: 'Made {name}, whose issues are {issuePrefix}-1 and on: {id}' },
    },
  },
  {
    path: 'company export',
    says: 'Write the company into a folder, as files that others can import',
    details: 'Without ids, secrets, commands, permissions, issues and hooks.',
    args: [{ name: 'dir', says: 'A folder that is new or empty' }],
    does: 'export-company',
    example: 'company export ./acme',
  },
  {
    path: 'company import',
    says: 'Make what a folder has: in a company, or as a new one',
    details:
      'Agents come paused and routines too, and nothing that exists is changed. What is refused is told with its ' +
      'reason.',
    args: [{ name: 'dir', says: 'The folder of the package' }],
    flags: [
      { name: 'new', says: 'Make a new company of it, as COMPANY.md calls it' },
      { name: 'preview', says: 'Show what would be made, and change nothing' },
    ],
    does: 'import-company',
    example: 'company import ./acme --new --preview',
  },
  {
    path: 'company stop',
    says: 'Pause the company and end its runs',
    call: { operation: 'stopCompany', form: { sentence: 'The company is stopped.' } },
  },
  {
    path: 'secret list',
    says: 'Names of secrets; nobody can read their values',
    flags: [limit],
    call: {
      operation: 'listSecrets',
      form: { columns: ['name', 'version', 'used by=usedByAgentIds:count', 'id'] },
    },
  },
  {
    path: 'secret set',
    says: 'Store a secret under a name',
    details: hiddenToken,
    args: [{ name: 'name', says: 'Configurations refer to it by this name' }],
    flags: [idempotencyKey],
    call: { operation: 'createSecret', form: { sentence: 'Stored {name}.' }, hidden: 'value' },
  },
  {
    path: 'secret rotate',
    says: 'Give a secret another value',
    details: hiddenToken,
    args: [{ name: 'secret', says: 'Its name or id', field: 'secretId', is: 'secret' }],
    flags: [idempotencyKey],
    call: {
      operation: 'rotateSecret',
      form: { sentence: '{name} has its value number {version}.' },
      hidden: 'value',
    },
  },
  {
    path: 'cost summary',
    says: 'What the company has spent, and its budget',
    flags: [month],
    call: {
      operation: 'getCostSummary',
      form: {
        lines: [
          'month',
          'spent=spendCents:cents',
          'budget=budgetCents:budget',
          'used=utilizationPercent:percent',
          'estimated=estimatedCents:cents',
          'unknown=unknownCents:cents',
          'input tokens=inputTokens',
          'output tokens=outputTokens',
        ],
      },
    },
  },
  costsBy('agents', 'Costs by agent', 'listCostsByAgent', ['agent=agentName']),
  costsBy('projects', 'Costs by project', 'listCostsByProject', ['project=projectName']),
  costsBy('issues', 'Costs by issue', 'listCostsByIssue', [
    'issue=issueIdentifier',
    'title=issueTitle',
  ]),
  costsBy('models', 'Costs by model', 'listCostsByModel', ['provider', 'model']),
  costsBy('days', 'Costs by day', 'listCostsByDay', ['day']),
  {
    path: 'agent key',
    says: 'Make a key for an agent that works on another machine; it is shown once',
    args: [agent],
    flags: [
      { name: 'name', value: 'name', says: 'What the key is for' },
      { name: 'expires', value: 'moment', says: 'As 2026-12-24T17:00:00Z', field: 'expiresAt' },
    ],
    call: { operation: 'createAgentKey', form: { sentence: '{token}' } },
  },
];
