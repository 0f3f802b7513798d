/** What an agent may not do, or not so. */
import {
  hintedRequest,
  nearestValues,
  notedRequest,
  withoutFields,
  withValue,
  type SecondTry,
} from '../second-try.ts';
import { filledFor, type MistakeRow, type Setting } from './mistake-row.ts';

const ownId: SecondTry = ({ details }, first) => {
  const { field, yourAgentId } = details as { field: string; yourAgentId: string };
  return withValue(first, [field], yourAgentId);
};

const statusOfIssue: SecondTry = ({ details }, first) =>
  withValue(first, ['expectedStatuses'], [(details as { status: string }).status]);

const allowedStatus: SecondTry = ({ details }, first) =>
  withValue(first, ['status'], (details as { allowed: readonly string[] }).allowed[0]);

export const agentMistakes = (setting: Setting): MistakeRow[] => {
  const { company, issues, agents, approval } = setting;
  const fill = filledFor(setting);
  const inHand = filledFor({ ...setting, issues: { ...issues, open: issues.resting } });
  const at = (path: string): string => `/api/companies/${company}/${path}`;
  const comment = hintedRequest(fill, { body: '@Max, please look.' }, '/comments');
  const askBoard = hintedRequest(
    fill,
    { type: 'request_board_approval', payload: { title: 'May I?', summary: 'Please.' } },
    '/approvals',
  );
  const patch = { budgetMonthlyCents: 5_000 };
  const change = { type: 'change_agent', payload: { agentId: agents.ann, patch } };
  const askChange = hintedRequest(fill, change, '/approvals');
  const row = (
    mistake: string,
    by: MistakeRow['by'],
    answers: MistakeRow['answers'],
    [line, body]: readonly [line: string, body?: MistakeRow['body']],
    leads: readonly string[],
    secondTry: SecondTry,
  ): MistakeRow => ({ mistake, by, line, body, answers, leads, secondTry });
  return [
    row(
      'a claim for another agent',
      'ann',
      [403, 'acting_as_another_agent'],
      [
        `POST /api/issues/${issues.posed}/checkout`,
        { agentId: agents.bob, expectedStatuses: ['todo'] },
      ],
      ['yourAgentId', agents.ann],
      ownId,
    ),
    row(
      'a cost of another agent',
      'ann',
      [403, 'acting_as_another_agent'],
      [
        `POST ${at('cost-events')}`,
        { agentId: agents.bob, costCents: 1, provider: 'one', model: 'large' },
      ],
      ['yourAgentId', agents.ann],
      ownId,
    ),
    row(
      'a claim that says nothing',
      'ann',
      [400, 'invalid_input'],
      [`POST /api/issues/${issues.missing}/checkout`, {}],
      ['agentId', agents.ann, 'such as [\\"todo\\"]'],
      (answer, first) => {
        const [id] = answer.details as Parameters<typeof nearestValues>[0]['details'][];
        const withId = nearestValues({ ...answer, details: [id] }, first);
        return withValue(withId, ['expectedStatuses'], ['todo']);
      },
    ),
    row(
      'a claim of an issue in another status',
      'ann',
      [409, 'unexpected_status'],
      [
        `POST /api/issues/${issues.unready}/checkout`,
        { agentId: agents.ann, expectedStatuses: ['todo'] },
      ],
      ['"status":"blocked"', 'expectedStatuses that include its status'],
      statusOfIssue,
    ),
    row(
      'a claim of an issue that is in the backlog',
      'ann',
      [409, 'unexpected_status'],
      [
        `POST /api/issues/${issues.planned}/checkout`,
        { agentId: agents.ann, expectedStatuses: ['todo'] },
      ],
      ['is claimed while it is', '{\\"status\\":\\"todo\\"} first'],
      ({ hint = '' }) => {
        const { line, body } = notedRequest(hint);
        return { line: line.replace(':issueId', issues.planned), body };
      },
    ),
    row(
      'a claim of an issue that another agent has',
      'bob',
      [409, 'issue_owned_by_another_agent'],
      [
        `POST /api/issues/${issues.claimed}/checkout`,
        { agentId: agents.bob, expectedStatuses: ['in_progress'] },
      ],
      ['assigneeAgentId', 'GET /api/agents/me/inbox'],
      hintedRequest(fill),
    ),
    row(
      'a move that the status has not',
      'ann',
      [422, 'illegal_transition'],
      [`PATCH /api/issues/${issues.backlogged}`, { status: 'done' }],
      ['"allowed":["todo"', 'details.allowed'],
      allowedStatus,
    ),
    row(
      'a start without a claim',
      'ann',
      [422, 'assignee_required'],
      [`PATCH /api/issues/${issues.started}`, { status: 'in_progress' }],
      ['POST /api/issues/:issueId/checkout'],
      ({ hint = '' }) => ({
        line: (/POST \S+/.exec(hint)?.[0] ?? '').replace(':issueId', issues.started),
        body: { agentId: agents.ann, expectedStatuses: ['todo'] },
      }),
    ),
    row(
      "a release of another agent's issue",
      'bob',
      [409, 'not_the_owner'],
      [`POST /api/issues/${issues.claimed}/release`],
      [agents.ann, 'POST /api/issues/:issueId/comments'],
      comment,
    ),
    row(
      'a cancellation of what others have asked for',
      'ann',
      [403, 'cancel_needs_manager'],
      [`PATCH /api/issues/${issues.claimed}`, { status: 'cancelled' }],
      ['chainOfCommand of GET /api/agents/me', 'PATCH /api/issues/:issueId'],
      hintedRequest(fill),
    ),
    row(
      'a claim by a paused agent',
      'pat',
      [403, 'agent_paused'],
      [
        `POST /api/issues/${issues.resting}/checkout`,
        { agentId: agents.pat, expectedStatuses: ['todo'] },
      ],
      ['POST /api/issues/:issueId/comments'],
      hintedRequest(inHand, { body: 'This is how far I am.' }, '/comments'),
    ),
    row(
      'a wake-up of a colleague',
      'ann',
      [403, 'not_your_agent'],
      [`POST /api/agents/${agents.bob}/wakeup`, {}],
      ['in a comment, which wakes it', 'POST /api/issues/:issueId/comments'],
      comment,
    ),
    row(
      'a hire by an agent without reports',
      'bob',
      [403, 'managers_only'],
      [`POST ${at('agent-hires')}`, { name: 'Dev' }],
      ['mention your manager', 'request_board_approval'],
      askBoard,
    ),
    row(
      'a new agent without a hire',
      'max',
      [403, 'board_only'],
      [`POST ${at('agents')}`, { name: 'Newcomer' }],
      ['POST /api/companies/:companyId/agent-hires'],
      hintedRequest(fill, { name: 'Newcomer' }),
    ),
    row(
      'the inbox of the board',
      'ann',
      [403, 'board_only'],
      ['GET /api/inbox'],
      ['GET /api/agents/me/inbox'],
      hintedRequest(fill),
    ),
    row(
      'a hire as an approval',
      'max',
      [400, 'invalid_input'],
      [`POST ${at('approvals')}`, { type: 'hire_agent', payload: { name: 'Second newcomer' } }],
      ['"type"', 'POST /api/companies/:companyId/agent-hires'],
      ({ details }) => {
        const [{ message = '' } = {}] = details as { message?: string }[];
        return {
          line: fill(/POST \S+/.exec(message)?.[0] ?? ''),
          body: { name: 'Second newcomer' },
        };
      },
    ),
    row(
      "a decision that is the board's",
      'ann',
      [403, 'board_only'],
      [`POST /api/approvals/${approval}/approve`, {}],
      ['POST /api/companies/:companyId/approvals'],
      askBoard,
    ),
    row(
      'a strategy of an agent that is not the CEO',
      'ann',
      [403, 'ceo_only'],
      [`POST ${at('approvals')}`, { type: 'approve_ceo_strategy', payload: { plan: 'Grow.' } }],
      ['request_board_approval', 'mention the CEO'],
      askBoard,
    ),
    row(
      'a strategy without a plan',
      'cleo',
      [400, 'invalid_input'],
      [`POST ${at('approvals')}`, { type: 'approve_ceo_strategy', payload: {} }],
      ['"payload","plan"', 'a strategy has a plan'],
      (_, first) => withValue(first, ['payload'], { plan: 'Grow.' }),
    ),
    row(
      'a budget next to a title',
      'ann',
      [403, 'fields_not_yours'],
      [`PATCH /api/agents/${agents.ann}`, { title: 'Writer', budgetMonthlyCents: 5_000 }],
      ['"fields":["budgetMonthlyCents"]', 'leave the fields in details out'],
      withoutFields,
    ),
    row(
      'a budget of its own',
      'ann',
      [403, 'fields_not_yours'],
      [`PATCH /api/agents/${agents.ann}`, { budgetMonthlyCents: 5_000 }],
      ['change_agent', 'payload {agentId, patch}'],
      askChange,
    ),
    row(
      'me in the path of a change',
      'ann',
      [404, 'agent_not_found'],
      ['PATCH /api/agents/me', { title: 'Editor' }],
      [agents.ann, 'use the id'],
      ({ details }, { body }) => {
        const [{ agentId = '' } = {}] = (details as { agents: { agentId?: string }[] }).agents;
        return { line: `PATCH /api/agents/${agentId}`, body };
      },
    ),
    row(
      'me as an assignee',
      'ann',
      [400, 'invalid_input'],
      [`GET ${at('issues')}?assigneeAgentId=me`],
      ['"nearest"', agents.ann],
      nearestValues,
    ),
    row(
      'a company by its name',
      'ann',
      [404, 'company_not_found'],
      ['GET /api/companies/acme/issues'],
      ['the id of your company', company],
      ({ details }, { line }) => ({
        line: line.replace('acme', (details as { companyId: string }).companyId),
      }),
    ),
    row(
      'an unknown issue',
      'ann',
      [404, 'issue_not_found'],
      [`GET /api/issues/${company}`],
      ['GET /api/companies/:companyId/issues'],
      hintedRequest(fill),
    ),
    {
      ...row(
        'a run of its own making',
        'ann',
        [422, 'unknown_run'],
        [`POST /api/issues/${issues.open}/comments`, { body: 'Done.' }],
        ['SERVICE_RUN_ID', 'leave the header out'],
        (_, { line, body }) => ({ line, body }),
      ),
      headers: { 'x-run-id': 'run-1' },
    },
  ];
};
