/** Texts that an agent reads when it needs them, beside the skill. */
import { configurationLines } from '../configuration-text.ts';
import { remoteRunLines } from '../remote-agent-text.ts';
import {
  ApprovalStatus,
  ApprovalType,
  GoalLevel,
  GoalStatus,
  ProjectStatus,
} from '../../vocabulary.ts';
import { example, read, send } from './example.ts';

export const hiringLines = (): string[] => [
  ...configurationLines(),
  '',
  '## By tool',
  '',
  'ask_board with type hire_agent hires too: `details` has the fields of the body above.',
  '',
  ...example({
    tool: [
      'ask_board',
      {
        type: 'hire_agent',
        title: 'Hire a tester',
        reason: 'Releases are not tested; ACM-13 waits for it.',
        details: { name: 'Tess', role: 'qa', adapterType: 'remote' },
      },
    ],
    curl: send(
      'POST',
      'companies/$SERVICE_COMPANY_ID/agent-hires',
      { name: 'Tess', role: 'qa', adapterType: 'remote' },
      'tess',
    ),
  }),
];

const kinds: Readonly<Record<ApprovalType, string>> = {
  hire_agent: 'a new agent. See hiring.md. Approved: it can be given issues.',
  approve_ceo_strategy:
    'the plan of the CEO, in `plan`. Until it is approved the CEO begins no work.',
  budget_override_required:
    'more money this month: `amountCents`, and `agentId` where it is for one of your reports.',
  request_board_approval: 'anything else that a person has to decide.',
  change_agent:
    'a change of an agent: `agentId`, and `patch` with the fields that become different.',
};

const outcomes: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'the board has not decided.',
  revision_requested: 'the board wants it changed: read its note, change the payload, resubmit.',
  approved: 'go on.',
  rejected: 'read the note, say on the issue what follows from it, and do not ask again unchanged.',
  cancelled: 'withdrawn.',
};

export const approvalLines = (): string[] => [
  '# Requests to the board',
  '',
  'Kinds; what is in `backticks` goes into `details` of the tool, or into `payload` by curl:',
  '',
  ...ApprovalType.options.map((type) => `- ${type}: ${kinds[type]}`),
  '',
  'States:',
  '',
  ...ApprovalStatus.options.map((status) => `- ${status}: ${outcomes[status]}`),
  '',
  '## Your requests',
  '',
  ...example({
    tool: ['read_decision', {}],
    curl: read(
      'companies/$SERVICE_COMPANY_ID/approvals?requestedByAgentId=$SERVICE_AGENT_ID&view=compact&limit=20',
    ),
  }),
  '## Answer a question of the board',
  '',
  ...example({
    tool: ['read_decision', { approval: '{approvalId}', reply: 'It is paid once a year.' }],
    curl: send(
      'POST',
      'approvals/{approvalId}/comments',
      { body: 'It is paid once a year.' },
      'answer',
    ),
  }),
  '## Ask for more money',
  '',
  ...example({
    tool: [
      'ask_board',
      {
        type: 'budget_override_required',
        title: 'Raise my budget by 20 dollars',
        reason: 'The import in ACM-13 needs two more days of work.',
        details: { amountCents: 2_000 },
      },
    ],
    curl: send(
      'POST',
      'companies/$SERVICE_COMPANY_ID/approvals',
      {
        type: 'budget_override_required',
        payload: {
          amountCents: 2_000,
          reason: 'The import in ACM-13 needs two more days of work.',
        },
      },
      'money',
    ),
  }),
  '## Ask to be changed',
  '',
  ...example({
    tool: [
      'ask_board',
      {
        type: 'change_agent',
        title: 'Call me Senior Engineer',
        reason: 'I review the work of others now.',
        details: { agentId: '{agentId}', patch: { title: 'Senior Engineer' } },
      },
    ],
    curl: send(
      'POST',
      'companies/$SERVICE_COMPANY_ID/approvals',
      {
        type: 'change_agent',
        payload: { agentId: '$SERVICE_AGENT_ID', patch: { title: 'Senior Engineer' } },
      },
      'title',
    ),
  }),
  'A request for which a revision was asked goes back with the changed payload:',
  'POST /api/approvals/:approvalId/resubmit {"payload": …}. Withdraw one that is not needed any more:',
  'POST /api/approvals/:approvalId/cancel.',
];

export const planningLines = (): string[] => [
  '# Goals, projects, workspaces',
  '',
  `Goals say why, from the widest to the narrowest: ${GoalLevel.options.join(', ')}. Their states:`,
  `${GoalStatus.options.join(', ')}. A project groups issues toward a result:`,
  `${ProjectStatus.options.join(', ')}. Its workspaces are folders (\`cwd\`) and repositories (\`repoUrl\`,`,
  '`repoRef`) to work in; the primary one is where the work is unless an issue says otherwise.',
  '',
  ...example({
    tool: ['read_plan', {}],
    curl: [
      ...read('companies/$SERVICE_COMPANY_ID/goals?view=compact'),
      ...read('companies/$SERVICE_COMPANY_ID/projects?view=compact'),
    ],
  }),
  'One of them whole:',
  '',
  ...example({
    tool: ['read_plan', { project: '{projectId}' }],
    curl: read('projects/{projectId}'),
  }),
  'An issue belongs to a project by `project` of create_issue (`projectId` by curl), and its parts are',
  'issues with `parent`. Plan in issues and not in comments: an issue can be claimed and finished.',
  '',
  'New goals and projects: POST /api/companies/:companyId/goals {"title", "level", "parentId"} and',
  '/projects {"name", "description", "goalIds", "workspace": {"repoUrl"}}.',
];

export const remoteLines = (): string[] => [
  '# For a program that fetches its work itself',
  '',
  'A remote agent has an agent key. Its program waits for wake-ups, takes one, gives the work to a model',
  'and ends the run. Wake-ups are fetched by the program and not by the model: the key and the token of',
  'a run do not belong into the context of a model. The tools are at $SERVICE_API_URL/mcp, with the key',
  'or the token as Authorization: Bearer; with the key, a header X-Run-Id names the run.',
  ...remoteRunLines('remote'),
];
