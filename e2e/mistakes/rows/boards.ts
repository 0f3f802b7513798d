/** What a board does at the wrong time, to the wrong thing, or with half of what it needs. */
import {
  exampleIn,
  hintedRequest,
  JSON_EXAMPLE,
  withValue,
  type SecondTry,
} from '../second-try.ts';
import { filledFor, title, type MistakeRow, type Setting } from './mistake-row.ts';

const PROGRAM = { command: 'node', args: ['agent.js'] };

export const boardMistakes = (setting: Setting): MistakeRow[] => {
  const { company, issues, agents, user, approval, decided } = setting;
  const fill = filledFor(setting);
  const at = (path: string): string => `/api/companies/${company}/${path}`;
  const row = (
    mistake: string,
    answers: MistakeRow['answers'],
    [line, body]: readonly [line: string, body?: MistakeRow['body']],
    leads: readonly string[],
    secondTry: SecondTry,
  ): MistakeRow => ({ mistake, by: 'board', line, body, answers, leads, secondTry });
  return [
    row(
      'an assignee that is terminated',
      [422, 'agent_not_assignable'],
      [`POST ${at('issues')}`, { title, assigneeAgentId: agents.tom }],
      ['"field":"assigneeAgentId"', 'GET /api/companies/:companyId/agents'],
      hintedRequest(fill),
    ),
    row(
      'two assignees',
      [422, 'two_assignees'],
      [`PATCH /api/issues/${issues.shared}`, { assigneeAgentId: agents.bob, assigneeUserId: user }],
      ['send one of assigneeAgentId and assigneeUserId'],
      (_, first) => ({ ...first, body: { assigneeAgentId: agents.bob } }),
    ),
    row(
      'a parent that does not exist',
      [404, 'issue_not_found'],
      [`PATCH /api/issues/${issues.child}`, { parentId: company }],
      ['"field":"parentId"', 'GET /api/companies/:companyId/issues'],
      hintedRequest(fill),
    ),
    row(
      'an issue below itself',
      [422, 'would_make_cycle'],
      [`PATCH /api/issues/${issues.child}`, { parentId: issues.child }],
      ['"field":"parentId"', 'that is not below it'],
      (_, first) => withValue(first, ['parentId'], issues.open),
    ),
    row(
      'a version that is old',
      [412, 'version_mismatch'],
      [`PATCH /api/issues/${issues.open}`, { title, ifVersion: 99 }],
      ['GET the record again'],
      (_, { line }) => ({ line: line.replace('PATCH', 'GET') }),
    ),
    row(
      'a name that is taken',
      [409, 'name_taken'],
      [`POST ${at('agents')}`, { name: 'Bob' }],
      ['"field":"name"', 'another name'],
      (_, first) => withValue(first, ['name'], 'Bob the second'),
    ),
    row(
      'a second CEO',
      [409, 'ceo_exists'],
      [`POST ${at('agents')}`, { name: 'Co', role: 'ceo' }],
      ['"field":"role"', 'choose another role'],
      (_, first) => withValue(first, ['role'], 'manager'),
    ),
    row(
      'the adapter process without a command',
      [400, 'invalid_input'],
      [`POST ${at('agents')}`, { name: 'Idler', adapterType: 'process' }],
      ['"adapterConfig","command"', 'agent-configuration/process.txt'],
      (answer, first) => {
        const whole = { ...first, body: { ...first.body, adapterConfig: {} } };
        const example = exampleIn(JSON_EXAMPLE, JSON.parse)(answer, whole);
        const { adapterConfig } = example.body as { adapterConfig: { command: unknown } };
        return withValue(first, ['adapterConfig'], adapterConfig.command);
      },
    ),
    row(
      'a command line in one string',
      [400, 'invalid_input'],
      [`POST ${at('agents')}`, { name: 'Liner', adapterConfig: { command: 'node agent.js' } }],
      ['"adapterConfig","command"', 'its arguments as args'],
      (_, first) => withValue(first, ['adapterConfig'], PROGRAM),
    ),
    row(
      'a secret in a command line',
      [422, 'secret_in_command'],
      [
        `POST ${at('agents')}`,
        {
          name: 'Teller',
          adapterConfig: { ...PROGRAM, args: [`sk-ant-${'abcdefghij0123456789'.repeat(2)}`] },
        },
      ],
      ['adapterConfig.args.0', 'put the secret into adapterConfig.env'],
      (_, first) =>
        withValue(first, ['adapterConfig'], { ...PROGRAM, env: { SOME_KEY: 'sk-secret' } }),
    ),
    row(
      'a strategy that names no agent',
      [403, 'ceo_only'],
      [`POST ${at('approvals')}`, { type: 'approve_ceo_strategy', payload: { plan: 'Grow.' } }],
      ['as requestedByAgentId', 'GET /api/companies/:companyId/agents'],
      (_, first) => withValue(first, ['requestedByAgentId'], agents.cleo),
    ),
    row(
      'an approval of what was rejected',
      [422, 'approval_already_decided'],
      [`POST /api/approvals/${decided}/approve`, {}],
      ['"status":"rejected"', 'create a new approval'],
      hintedRequest(fill),
    ),
    row(
      'an approval that is sent again before a revision was asked for',
      [422, 'illegal_transition'],
      [`POST /api/approvals/${approval}/resubmit`, { payload: {} }],
      ['has not asked for a revision', 'POST /api/approvals/:approvalId/request-revision'],
      hintedRequest(fill, { body: 'One more reason.' }),
    ),
    row(
      'an agent that is resumed and not paused',
      [422, 'illegal_transition'],
      [`POST /api/agents/${agents.ann}/resume`],
      ['is not paused', '/wakeup'],
      hintedRequest(fill, {}),
    ),
    row(
      'an agent by its short name',
      [404, 'agent_not_found'],
      ['GET /api/agents/ann-lee'],
      ['counts within its company'],
      (_, { line }) => ({ line: `${line}?companyId=${company}` }),
    ),
    row(
      'a position of another list',
      [400, 'invalid_cursor'],
      [`GET ${at('issues')}?cursor=2`],
      ['without a cursor'],
      (_, { line }) => ({ line: line.replace('?cursor=2', '') }),
    ),
    row(
      'a webhook at home',
      [422, 'webhook_address_refused'],
      [`POST ${at('webhooks')}`, { url: 'http://localhost:3000/x', events: ['issue.created'] }],
      ['use https and a public host'],
      (_, first) => withValue(first, ['url'], 'https://hooks.example.com/x'),
    ),
    row(
      'no body',
      [400, 'invalid_input'],
      [`POST ${at('issues')}`],
      ['"title"', 'missing'],
      (_, first) => ({ ...first, body: { title } }),
    ),
  ];
};
