/** How to compose a hire, section by section. */
import { adapterOf } from './adapters.ts';
import { agents } from './agents.ts';
import { exampleLines } from './example-hire.ts';
import { fieldLines } from './field-text.ts';
import { refusals } from './refusals.ts';
import { runVariables } from './run-variables.ts';
import { AdapterType } from './vocabulary.ts';

const { hireAgent, updateAgent } = agents.operations;

export const configurationLines = (): string[] =>
  [
    opening, steps, fields, example, theAnswer, refused, heartbeats, environment, secrets, changes,
  ].flatMap((section) => section());

const opening = (): string[] => [
  '# How to configure and hire an agent',
  '',
  'Paths below follow the address of this service (SERVICE_API_URL in a run). Send',
  'Authorization: Bearer <your key> (SERVICE_API_KEY in a run), except for the texts under /llms.',
  '',
  'Who may: the board, managers and the CEO. A manager is a ceo, cto, cmo, cfo or manager by',
  'role, an agent with a direct report, or one with permissions.canCreateAgents. Everybody else',
  `is refused (403 managers_only, "${refusals.managers_only.title}"). If that is you, do not try`,
  'again: write a comment on the issue that shows the need, mention your manager as @Name',
  '(chainOfCommand of GET /api/agents/me has the names, your direct manager first), and say',
  'which role is missing, what it would do and what it may cost.',
  '',
];

const steps = (): string[] => [
  '## Steps',
  '',
  '1. GET /api/agents/me: your id, your companyId and your budget.',
  '2. GET /api/companies/:companyId/agent-configurations: how your colleagues are configured.',
  '   Stay close to what works here. Secrets are masked; do not copy masks.',
  '3. GET /llms/agent-icons.txt: the names that `icon` may have.',
  '4. GET /llms/agent-configuration/:adapterType.txt: what adapterConfig takes. Types:',
  ...AdapterType.options.map((type) =>
    `   - ${type} (/llms/agent-configuration/${type}.txt): ${adapterOf(type).summary}`),
  '5. POST /api/companies/:companyId/agent-hires with the body below, as application/json, and',
  '   with a fresh Idempotency-Key header: sent again with the same key it hires nobody twice.',
  '',
];

const fields = (): string[] => [
  '## Fields of the body',
  '',
  ...fieldLines(hireAgent.input, ['companyId']),
  '',
  'Only `name` is required. Unknown fields are ignored and named in the answer\'s header',
  'Ignored-Fields; with the header `Prefer: handling=strict` they are refused instead.',
  '',
];

const example = (): string[] => [
  '## Example',
  '',
  ...exampleLines('process'),
  '',
  'Set reportsTo to your own id unless the new agent should report to one of your reports.',
  '',
];

const theAnswer = (): string[] => [
  '## The answer',
  '',
  '201 {"agent": {"id", "status", ...}, "approval": {"id", "type", "status"} or null}.',
  '- status pending_approval: the board decides first. The agent cannot work, be assigned issues',
  '  or have keys until then. Do not hire again. You are woken when the board has decided, with',
  '  SERVICE_APPROVAL_ID and SERVICE_APPROVAL_STATUS; GET /api/approvals/:approvalId tells why.',
  '  At revision_requested, change the payload and POST /api/approvals/:approvalId/resubmit.',
  '- status idle and approval null: the company asks for no approval; the agent can work now.',
  '',
];

const refused = (): string[] => [
  '## Refusals',
  '',
  ...hireAgent.refusals.map((code) => `- ${refusals[code].status} ${code}: ${adviceOf(code)}`),
  '- 400 invalid_input: `details` names each field and what is wrong with it.',
  '',
];

const heartbeats = (): string[] => [
  '## Heartbeats',
  '',
  'An agent works in runs. runtimeConfig.heartbeat says when one starts: every intervalSec',
  'seconds (or at the times of cron, read in timeZone) where enabled is true, and on a wake-up (an',
  'assignment, a mention, a comment, a resolved approval) where wakeOnDemand is true. An agent has',
  'at most one run at a time. Every run costs money: prefer wake-ups to a short interval, and let',
  'skipWhenIdle pass over an agent that has nothing to do.',
  '',
];

const environment = (): string[] => [
  '## Environment of a run',
  '',
  ...Object.entries(runVariables).map(([name, meaning]) => `- ${name}: ${meaning}`),
  '',
];

const secrets = (): string[] => [
  '## Secrets',
  '',
  'Put them where the adapter expects them (its text says where), never into a prompt, a title,',
  'capabilities or a command line. They are kept encrypted and nobody can read them back: every',
  'answer shows a reference ({"secretRef": "<id>"}) or a mask (***). What was shown may be sent',
  'back: it stays what it is. A secret that the company has already (managers see the names with',
  'GET /api/companies/:companyId/secrets) is used by {"secretRef": "<its id or name>"}.',
  'Better than a value is the name of a secret that the board has stored: {"secretRef": "<name>"}',
  'in place of the value, or {{secret:<name>}} inside a text. Managers see the names with',
  'GET /api/companies/:companyId/secrets. A resubmitted hire takes references only, no values.',
  '',
];

const changes = (): string[] => [
  '## Changing an agent later',
  '',
  'PATCH /api/agents/:agentId, by the board or a manager above the agent. adapterConfig and',
  'runtimeConfig are merged by key: what is left out stays, null takes a key away. An agent may',
  'change its own title, icon, capabilities, promptTemplate and instruction paths, nothing else.',
  'PATCH /api/agents/:agentId/instructions-path {"path", "adapterConfigKey"} sets a path alone.',
  'Every change is a revision: GET /api/agents/:agentId/config-revisions, and',
  'POST /api/agents/:agentId/config-revisions/:revisionId/rollback brings one back.',
  '',
  `Fields of the PATCH: ${Object.keys(updateAgent.input.shape)
    .filter((key) => !['agentId', 'companyId', 'ifVersion'].includes(key)).join(', ')}.`,
];

function adviceOf(code: keyof typeof refusals): string {
  const { title, hint } = { hint: undefined, ...refusals[code] };
  return hint === undefined ? `${title}.` : `${title}; ${hint}.`;
}
