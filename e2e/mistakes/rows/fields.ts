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
    row('snake case', `GET ${issues}?assignee_agent_id=${ann}`, 'assigneeAgentId'),
    row('a letter that is missing', `GET ${issues}?statu=todo`, 'status'),
    row('agent for agentId', `GET /api/companies/${company}/cost-events?agent=${ann}`, 'agentId'),
    row('state for status, in a change', `PATCH /api/issues/${issue}`, 'status', { state: 'todo' }),
    row('a misspelt field', `PATCH /api/issues/${issue}`, 'description', { descripton: 'More.' }),
    row('parent for parentId', `POST ${issues}`, 'parentId', { title, parent: issue }),
    row('a misspelt key of the adapter', `PATCH /api/agents/${bob}`, 'command', {
      adapterConfig: { comand: 'node' },
    }),
    row('a misspelt field of a field', `PATCH /api/agents/${bob}`, 'intervalSec', {
      runtimeConfig: { heartbeat: { intervalSecs: 600 } },
    }),
    row('a permission in the singular', `PATCH /api/agents/${bob}`, 'canCreateAgents', {
      permissions: { canCreateAgent: false },
    }),
  ];
};
