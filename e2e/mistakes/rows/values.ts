/** Credentials, and values that a field does not take. */
import {
  exampleIn,
  JSON_EXAMPLE,
  nearestValues,
  NUMBER_EXAMPLE,
  withValue,
  type SecondTry,
} from '../second-try.ts';
import { title, type MistakeRow, type Setting } from './mistake-row.ts';

export const credentialMistakes = (): MistakeRow[] => {
  const row = (mistake: string, by: MistakeRow['by'], leads: readonly string[]): MistakeRow => ({
    mistake,
    by,
    line: 'GET /api/agents/me',
    answers: [401, 'unauthenticated'],
    leads,
  });
  return [
    row('no credential', 'nobody', ['no_credential', 'Authorization: Bearer', 'SERVICE_API_KEY']),
    row('a credential that is not valid', 'garbage', [
      'credential_not_valid',
      'unknown, revoked or expired',
    ]),
    row('another scheme of authentication', 'basic', ['not_a_bearer_token', 'send Bearer']),
  ];
};

export const valueMistakes = ({ company, issues: given, agents, identifier }: Setting) => {
  const { open: issue, listed, child } = given;
  const row = (
    mistake: string,
    line: string,
    leads: readonly string[],
    secondTry: SecondTry,
    body?: MistakeRow['body'],
  ): MistakeRow => ({
    mistake,
    by: 'board',
    line,
    ...(body && { body }),
    answers: [400, 'invalid_input'],
    leads,
    secondTry,
  });
  const near = (mistake: string, line: string, nearest: string, body?: MistakeRow['body']) =>
    row(mistake, line, [`"nearest":"${nearest}"`, 'did you mean'], nearestValues, body);
  const at = (path: string): string => `/api/companies/${company}/${path}`;
  const budget = `PATCH /api/agents/${agents.bob}/budgets`;
  const cents = exampleIn(/: (\d+) is/, Number);
  return [
    near('an assignee by name', `POST ${at('issues')}`, agents.ann, {
      title,
      assigneeAgentId: 'Ann Lee',
    }),
    near('an assignee by the first name', `PATCH /api/issues/${issue}`, agents.ann, {
      assigneeAgentId: 'ann',
    }),
    near('a manager by name', `PATCH /api/agents/${agents.bob}`, agents.max, { reportsTo: 'max' }),
    near('a parent by its identifier', `PATCH /api/issues/${child}`, issue, {
      parentId: identifier,
    }),
    near('blockers by their identifiers', `PATCH /api/issues/${child}`, issue, {
      blockedByIssueIds: [identifier],
    }),
    near('a status as people say it', `POST ${at('issues')}`, 'todo', { title, status: 'To do' }),
    near('a list as JSON in a query', `GET ${at('issues')}?status=["done"]`, 'done'),
    near('a letter that is missing', `GET ${at('approvals')}?status=pendin`, 'pending'),
    near('another separator', `POST ${at('agents')}`, 'claude_code', {
      name: 'Coder',
      adapterType: 'claude-code',
    }),
    near('an ending that is missing', `GET ${at('heartbeat-runs')}?status=succeed`, 'succeeded'),
    near('an event in another tense', `POST ${at('webhooks')}`, 'issue.created', {
      url: 'https://hooks.example.com/muster',
      events: ['issue.create'],
    }),
    row(
      'a level that there is not',
      `POST ${at('goals')}`,
      ['"company\\"|'],
      exampleIn(/"(\w+)"/),
      { title: 'Grow', level: 'quarter' },
    ),
    row('a colour by name', `POST ${at('labels')}`, ['such as #'], exampleIn(/(#\w{6})/), {
      name: 'urgent',
      color: 'red',
    }),
    row(
      'a day in words',
      `GET ${at('issues')}?updatedSince=yesterday`,
      ['a time in UTC, such as'],
      exampleIn(/(\d{4}-\S+Z)/),
    ),
    row('no page', `GET ${at('issues')}?limit=0`, ['>=1'], exampleIn(NUMBER_EXAMPLE, Number)),
    row(
      'a limit in words',
      `GET ${at('issues')}?limit=all`,
      ['a number, without quotes'],
      exampleIn(NUMBER_EXAMPLE, Number),
    ),
    row('cents with a fraction', budget, ['budgetMonthlyCents', 'whole number of cents'], cents, {
      budgetMonthlyCents: 12.5,
    }),
    row('cents as a text', budget, ['budgetMonthlyCents', 'without quotes'], cents, {
      budgetMonthlyCents: '12.50',
    }),
    row(
      'a budget below zero',
      budget,
      ['budgetMonthlyCents', '>=0'],
      exampleIn(NUMBER_EXAMPLE, Number),
      { budgetMonthlyCents: -1 },
    ),
    row(
      'a status that is not in a list',
      `POST /api/issues/${listed}/checkout`,
      ['expectedStatuses', 'a list of the statuses', 'such as [\\"todo\\"]'],
      exampleIn(JSON_EXAMPLE, JSON.parse),
      { agentId: agents.ann, expectedStatuses: 'todo' },
    ),
    row(
      'a payload that is a text',
      `POST ${at('approvals')}`,
      ['payload', 'an object in braces'],
      (_, first) => withValue(first, ['payload'], { title: first.body?.['payload'] }),
      { type: 'request_board_approval', payload: 'A desk' },
    ),
    row(
      'a configuration as a text of JSON',
      `PATCH /api/agents/${agents.bob}`,
      ['adapterConfig', 'an object in braces'],
      (_, first) => withValue(first, ['adapterConfig'], { model: 'large' }),
      { adapterConfig: '{"model":"large"}' },
    ),
    row(
      'a timer of five seconds',
      `PATCH /api/agents/${agents.bob}`,
      ['intervalSec', '>=10'],
      exampleIn(NUMBER_EXAMPLE, Number),
      { runtimeConfig: { heartbeat: { intervalSec: 5 } } },
    ),
    row(
      'no title',
      `POST ${at('issues')}`,
      ['"title"', 'missing: a text'],
      (_, first) => withValue(first, ['title'], title),
      {},
    ),
    row(
      'a blank comment',
      `POST /api/issues/${issue}/comments`,
      ['"body"', 'blank: write a text'],
      (_, first) => withValue(first, ['body'], 'Done.'),
      { body: ' \n ' },
    ),
    row(
      'a blank comment with a change',
      `PATCH /api/issues/${issue}`,
      ['"comment"', 'leave the field out'],
      (_, { line }) => ({ line, body: { priority: 'low' } }),
      { priority: 'low', comment: ' ' },
    ),
    row(
      'a question without its subject',
      `GET /api/agents/${agents.bob}/explain-wake`,
      ['one of issueId, commentId and approvalId'],
      (_, { line }) => ({ line: `${line}?issueId=${issue}` }),
    ),
  ];
};
