import { otherRoute } from '../second-try.ts';
import { title, type By, type MistakeRow, type Setting } from './mistake-row.ts';

/** Paths that do not exist, and methods that a path does not have. */
export const routeMistakes = ({
  company,
  issues,
  identifier,
  agents,
  approval,
}: Setting): MistakeRow[] => {
  const { open: issue } = issues;
  const { ann, bob } = agents;
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
    answers: /^(?:PUT|DELETE) \/api\/\w+\/[\w-]+$/.test(line) ? wrongMethod : notFound,
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
    row('another word for issues', 'ann', `GET /api/companies/${company}/tasks`, '/issues'),
    row('approvals without a company', 'board', 'GET /api/approvals?status=pending', '/approvals'),
    row('hire for agent-hires', 'max', `POST /api/companies/${company}/hire`, 'agent-hires', {
      name: 'Hired by another path',
    }),
    row(
      'a comment on an approval in the singular',
      'board',
      `POST /api/approvals/${approval}/comment`,
      '/comments',
      {
        body: 'Soon.',
      },
    ),
    row('config for configuration', 'board', `GET /api/agents/${bob}/config`, '/configuration'),
    row('a text without its ending', 'ann', 'GET /llms/agent-icons', '/llms/agent-icons.txt'),
    row('an assignment as a path', 'board', `POST /api/issues/${issues.assigned}/assign`, 'PATCH', {
      assigneeAgentId: bob,
    }),
    row('a priority as a path', 'board', `PUT /api/issues/${issue}/priority`, 'PATCH', {
      priority: 'high',
    }),
    row('a slash after a list', 'ann', `POST /api/issues/${issue}/comments/`, '/comments', {
      body: 'Done.',
    }),
    row('a deletion', 'board', `DELETE /api/issues/${issue}`, 'PATCH /api/issues/:issueId'),
    row('PUT for PATCH', 'board', `PUT /api/issues/${issue}`, 'PATCH /api/issues/:issueId', {
      priority: 'low',
    }),
    row('PUT on an agent', 'board', `PUT /api/agents/${bob}`, 'PATCH /api/agents/:agentId', {
      title: 'Writer',
    }),
  ];
};
