/** Requests to the board: their kinds, their states, and examples. */
import { ApprovalStatus, ApprovalType } from '../../vocabulary.ts';
import { example, read, send } from './example.ts';

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
  ...money(),
  ...ofYourself(),
];

const money = (): string[] => [
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
];

const ofYourself = (): string[] => [
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
