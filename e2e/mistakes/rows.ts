/** Mistakes that programs and people have made with this interface, and the answer that leads on. */
import { hintedRequest, otherFields, otherRoute, type SecondTry } from './second-try.ts';

export interface Setting {
  readonly company: string;
  readonly issue: string;
  /** Of the field mistakes: it is free. */
  readonly free: string;
  /** The short name of `issue`, such as PX-12. */
  readonly identifier: string;
  readonly claimed: string;
  readonly ann: string;
  readonly bob: string;
  readonly approval: string;
}

export type By = 'board' | 'ann' | 'bob' | 'nobody' | 'garbage' | 'basic';

export interface MistakeRow {
  readonly mistake: string;
  readonly by: By;
  readonly line: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly answers: readonly [status: number, code: string];
  /** Words of the answer that lead on. */
  readonly leads: readonly string[];
  readonly secondTry?: SecondTry;
}

const title = 'Write the report';

/** Paths that do not exist, and methods that a path does not have. */
export const routeMistakes = ({ company, issue, identifier, ann, bob }: Setting): MistakeRow[] => {
  const byRoute = otherRoute(() => company);
  const notFound = [404, 'route_not_found'] as const;
  const wrongMethod = [405, 'method_not_allowed'] as const;
  const row = (
    mistake: string,
    by: By,
    line: string,
    leads: string,
    body?: MistakeRow['body'],
  ): MistakeRow => ({
    mistake,
    by,
    line,
    ...(body && { body }),
    answers: line.startsWith('PUT') || line.startsWith('DELETE') ? wrongMethod : notFound,
    leads: [leads],
    secondTry: byRoute,
  });
  return [
    row('a version in the path', 'ann', 'GET /api/v1/agents/me', 'GET /api/agents/me'),
    row('no prefix', 'ann', 'GET /agents/me', 'GET /api/agents/me'),
    row('a slash at the end', 'ann', 'GET /api/agents/me/', 'GET /api/agents/me'),
    row('"me" alone', 'ann', 'GET /api/me', 'GET /api/agents/me'),
    row('a singular', 'ann', `GET /api/issue/${identifier}`, 'GET /api/issues/:issueId'),
    row('another word for issue', 'ann', `GET /api/tasks/${issue}`, 'GET /api/issues/:issueId'),
    row('issues without a company', 'board', 'GET /api/issues?status=todo', '/issues'),
    row('a new issue without a company', 'board', 'POST /api/issues', '/issues', { title }),
    row('agents without a company', 'board', 'GET /api/agents', '/agents'),
    row('a comment in the singular', 'ann', `POST /api/issues/${issue}/comment`, '/comments', {
      body: 'Done.',
    }),
    row('claim for checkout', 'ann', `POST /api/issues/${issue}/claim`, '/checkout', {
      agentId: ann,
      expectedStatuses: ['todo', 'in_progress'],
    }),
    row('runs for heartbeat-runs', 'board', `GET /api/companies/${company}/runs`, 'heartbeat-runs'),
    row('costs without a question', 'board', `GET /api/companies/${company}/costs`, '/cost'),
    row('wake for wakeup', 'board', `POST /api/agents/${bob}/wake`, '/wakeup', {}),
    row('PUT for PATCH', 'board', `PUT /api/issues/${issue}`, 'PATCH /api/issues/:issueId', {
      priority: 'low',
    }),
    row('PUT on an agent', 'board', `PUT /api/agents/${bob}`, 'PATCH /api/agents/:agentId', {
      title: 'Writer',
    }),
  ];
};

/** Fields and filters under a name that is not theirs. */
export const fieldMistakes = ({ company, free: issue, ann, bob }: Setting): MistakeRow[] => {
  const row = (
    mistake: string,
    line: string,
    leads: string,
    body?: MistakeRow['body'],
  ): MistakeRow => ({
    mistake,
    by: 'board',
    line,
    ...(body && { body }),
    answers: [400, 'invalid_input'],
    leads: [`did you mean ${leads}?`, `"nearest":"${leads}"`],
    secondTry: otherFields,
  });
  const issues = `/api/companies/${company}/issues`;
  return [
    row('state for status, in a filter', `GET ${issues}?state=todo`, 'status'),
    row('search for q', `GET ${issues}?search=report`, 'q'),
    row('assignee for assigneeAgentId', `GET ${issues}?assignee=${ann}`, 'assigneeAgentId'),
    row('snake case', `GET ${issues}?assignee_agent_id=${ann}`, 'assigneeAgentId'),
    row('a letter that is missing', `GET ${issues}?statu=todo`, 'status'),
    row('page_size for limit', `GET ${issues}?page_size=5`, 'limit'),
    row(
      'project for projectId',
      `GET /api/companies/${company}/cost-events?agent=${ann}`,
      'agentId',
    ),
    row('state for status, in a change', `PATCH /api/issues/${issue}`, 'status', { state: 'todo' }),
    row('assignee, in a change', `PATCH /api/issues/${issue}`, 'assigneeAgentId', {
      assignee: bob,
    }),
    row('a misspelt field', `PATCH /api/issues/${issue}`, 'description', { descripton: 'More.' }),
    row('parent for parentId', `POST ${issues}`, 'parentId', { title, parent: issue }),
    row('text for body', `POST /api/issues/${issue}/comments`, 'body', { text: 'Done.' }),
    row('manager for reportsTo', `PATCH /api/agents/${bob}`, 'reportsTo', { manager: ann }),
    row('budget without its unit', `PATCH /api/agents/${bob}`, 'budgetMonthlyCents', {
      budget: 500,
    }),
    row('eventTypes for events', `POST /api/companies/${company}/webhooks`, 'events', {
      url: 'https://hooks.example.com/muster',
      eventTypes: ['issue.created'],
    }),
  ];
};

/** Values, credentials and moves that do not fit. */
export const otherMistakes = (setting: Setting): MistakeRow[] => {
  const { company, claimed, approval, ann } = setting;
  const issues = `/api/companies/${company}/issues`;
  const fill = (path: string): string =>
    path.replace(':companyId', company).replace(':approvalId', approval);
  return [
    {
      mistake: 'no credential',
      by: 'nobody',
      line: 'GET /api/agents/me',
      answers: [401, 'unauthenticated'],
      leads: ['no_credential', 'Authorization: Bearer', 'SERVICE_API_KEY'],
    },
    {
      mistake: 'a credential that is not valid',
      by: 'garbage',
      line: 'GET /api/agents/me',
      answers: [401, 'unauthenticated'],
      leads: ['credential_not_valid', 'unknown, revoked or expired'],
    },
    {
      mistake: 'another scheme of authentication',
      by: 'basic',
      line: 'GET /api/agents/me',
      answers: [401, 'unauthenticated'],
      leads: ['not_a_bearer_token', 'send Bearer'],
    },
    {
      mistake: 'an assignee by name',
      by: 'board',
      line: `POST ${issues}`,
      body: { title, assigneeAgentId: 'Ann Lee' },
      answers: [400, 'invalid_input'],
      leads: ['assigneeAgentId', 'not a name', 'GET /api/companies/:companyId/agents'],
      secondTry: (_, first) => ({ ...first, body: { ...first.body, assigneeAgentId: ann } }),
    },
    {
      mistake: 'cents with a fraction',
      by: 'board',
      line: `PATCH /api/companies/${company}/budgets`,
      body: { budgetMonthlyCents: 12.5 },
      answers: [400, 'invalid_input'],
      leads: ['budgetMonthlyCents', 'whole number'],
      secondTry: (_, first) => ({ ...first, body: { budgetMonthlyCents: 0 } }),
    },
    {
      mistake: 'a status that there is not',
      by: 'board',
      line: `GET ${issues}?status=open`,
      answers: [400, 'invalid_input'],
      leads: ['in_progress'],
      secondTry: (_, { line }) => ({ line: line.replace('open', 'todo') }),
    },
    {
      mistake: 'an issue that another agent has',
      by: 'bob',
      line: `POST /api/issues/${claimed}/checkout`,
      body: { agentId: setting.bob, expectedStatuses: ['in_progress'] },
      answers: [409, 'issue_owned_by_another_agent'],
      leads: ['assigneeAgentId'],
    },
    {
      mistake: 'a body that is no JSON object',
      by: 'board',
      line: `POST ${issues}`,
      answers: [400, 'invalid_input'],
      leads: ['title'],
      secondTry: (_, first) => ({ ...first, body: { title } }),
    },
    {
      mistake: 'an approval that is sent again before a revision was asked for',
      by: 'board',
      line: `POST /api/approvals/${approval}/resubmit`,
      body: { payload: {} },
      answers: [422, 'illegal_transition'],
      leads: ['has not asked for a revision', '/comments'],
      secondTry: hintedRequest(fill, { body: 'One more reason.' }),
    },
    {
      mistake: 'an agent that is resumed and not paused',
      by: 'board',
      line: `POST /api/agents/${ann}/resume`,
      answers: [422, 'illegal_transition'],
      leads: ['is not paused', '/wakeup'],
    },
    {
      mistake: 'an unknown issue',
      by: 'ann',
      line: `GET /api/issues/${company}`,
      answers: [404, 'issue_not_found'],
      leads: ['GET /api/companies/:companyId/issues'],
      secondTry: hintedRequest(fill),
    },
  ];
};
