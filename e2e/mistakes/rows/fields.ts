import { otherFields } from '../second-try.ts';
import { title, type MistakeRow, type Setting } from './mistake-row.ts';

/** Fields and filters under a name that is not theirs. */
export const fieldMistakes = ({ company, issues: given, agents }: Setting): MistakeRow[] => {
  const { renamed: issue } = given;
  const { ann, bob } = agents;
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
    row('agent for agentId', `GET /api/companies/${company}/cost-events?agent=${ann}`, 'agentId'),
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
    row('a misspelt key of the adapter', `PATCH /api/agents/${bob}`, 'command', {
      adapterConfig: { comand: 'node' },
    }),
    row('arguments for args', `POST /api/companies/${company}/agents`, 'args', {
      name: 'Made with arguments',
      adapterType: 'process',
      adapterConfig: { command: 'node', arguments: ['agent.js'] },
    }),
    row('a misspelt field of a field', `PATCH /api/agents/${bob}`, 'intervalSec', {
      runtimeConfig: { heartbeat: { intervalSecs: 600 } },
    }),
    row('a permission in the singular', `PATCH /api/agents/${bob}`, 'canCreateAgents', {
      permissions: { canCreateAgent: false },
    }),
    row('eventTypes for events', `POST /api/companies/${company}/webhooks`, 'events', {
      url: 'https://hooks.example.com/muster',
      eventTypes: ['issue.created'],
    }),
  ];
};
