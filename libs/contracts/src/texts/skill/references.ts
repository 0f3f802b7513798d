/** Texts that the skill names, which an agent reads when it needs them. */
import { configurationLines } from '../configuration-text.ts';
import { remoteRunLines } from '../remote-agent-text.ts';
import { GoalLevel, GoalStatus, ProjectStatus } from '../../vocabulary.ts';
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
