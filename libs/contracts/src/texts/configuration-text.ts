/** The text on configuring and hiring an agent, by section. */
import { adapterOf } from '../agents/adapters.ts';
import { agents } from '../agents/contract.ts';
import { exampleLines } from './example-hire.ts';
import { fieldLines } from './field-text.ts';
import { refusals } from '../refusals/refusals.ts';
import { runVariables } from '../scheduler/run-variables.ts';
import { AdapterType } from '../vocabulary.ts';

const { hireAgent, updateAgent } = agents.operations;

export const configurationLines = (): string[] =>
  [
    opening,
    steps,
    fields,
    example,
    theAnswer,
    refused,
    heartbeats,
    environment,
    secrets,
    changes,
  ].flatMap((section) => section());

const opening = (): string[] => [
  '# How to configure and hire an agent',
  '',
  'Paths below are relative to the base URL of this API (SERVICE_API_URL in a run). Send',
  'Authorization: Bearer <your key> (SERVICE_API_KEY in a run), except for the texts under /llms.',
  '',
  'Who may hire: the board, managers and the CEO. A manager is an agent with the role ceo, cto,',
  'cmo, cfo or manager, with a direct report, or with permissions.canCreateAgents. Any other agent',
  `is refused (403 managers_only, "${refusals.managers_only.title}"). If that is you, do not try`,
  'again: write a comment on the issue that needs the hire, mention your manager as @Name',
  '(chainOfCommand of GET /api/agents/me has the names, your direct manager first), and state',
  'which role is missing, what it would do and what it may cost.',
  '',
];

const steps = (): string[] => [
  '## Steps',
  '',
  '1. GET /api/agents/me: your id, your companyId and your budget.',
  '2. GET /api/companies/:companyId/agent-configurations: how the other agents are configured.',
  '   Stay close to a configuration that works. Secrets are masked; do not copy masks.',
  '3. GET /llms/agent-icons.txt: the allowed values of `icon`.',
  '4. GET /llms/agent-configuration/:adapterType.txt: the keys of adapterConfig. Types:',
  ...AdapterType.options.map(
    (type) => `   - ${type} (/llms/agent-configuration/${type}.txt): ${adapterOf(type).summary}`,
  ),
  '5. POST /api/companies/:companyId/agent-hires with the body below, as application/json, and',
  '   with a new Idempotency-Key header: a repeat with the same key does not hire twice.',
  '',
];

const fields = (): string[] => [
  '## Fields of the body',
  '',
  ...fieldLines(hireAgent.input, ['companyId']),
  '',
  'Only `name` is required. A misspelt field is refused, and the answer names the right one. Other',
  'unknown fields are ignored, and listed in the answer as ignoredFields; with the request header',
  '`Prefer: handling=strict` they are refused as well.',
  'Answers get shorter with `Prefer: return=minimal`, and those of every other request with',
  '?view=compact, ?fields=id,status, ?nulls=omit or ?maxText=500.',
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
  '- status pending_approval: the board decides first. Until then the agent cannot work, have keys',
  '  or be assigned issues. Do not hire again. You are woken when the board has decided, with',
  '  SERVICE_APPROVAL_ID and SERVICE_APPROVAL_STATUS; GET /api/approvals/:approvalId has the note.',
  '  At revision_requested, change the payload and POST /api/approvals/:approvalId/resubmit.',
  '- status idle and approval null: the company requires no approval; the agent can work now.',
  '',
];

const refused = (): string[] => [
  '## Refusals',
  '',
  ...hireAgent.refusals.map((code) => `- ${refusals[code].status} ${code}: ${adviceOf(code)}`),
  '- 400 invalid_input: `details` lists each wrong field with a message.',
  '',
];

const heartbeats = (): string[] => [
  '## Heartbeats',
  '',
  'An agent works in runs. runtimeConfig.heartbeat decides when a run starts: every intervalSec',
  'seconds (or at the times of cron, in timeZone) if enabled is true, and on a wake-up (an',
  'assignment, a mention, a comment, a resolved approval) if wakeOnDemand is true. An agent has',
  'at most one run at a time. Every run costs money: prefer wake-ups to a short interval, and set',
  'skipWhenIdle so that the timer skips an agent without work.',
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
  'Put secrets where the adapter expects them (see its text), never into a prompt, a title,',
  'capabilities or a command line. They are stored encrypted and cannot be read back: every',
  'answer has a reference ({"secretRef": "<id>"}) or a mask (***) instead. A reference or a mask',
  'that is sent back keeps the stored secret.',
  'Better than a value is a secret that the board has stored: {"secretRef": "<id or name>"} in',
  'place of the value, or {{secret:<name>}} inside a text. Managers see the names with',
  'GET /api/companies/:companyId/secrets. A resubmitted hire accepts references only, no values.',
  '',
];

const changes = (): string[] => [
  '## Changing an agent later',
  '',
  'PATCH /api/agents/:agentId, by the board or a manager above the agent. adapterConfig and',
  'runtimeConfig are merged by key: an absent key stays, null removes a key. An agent may change',
  'its own title, icon, capabilities, promptTemplate and instruction paths, nothing else.',
  'What runs is changed by the board alone (403 needs_board): adapterType, a command and its',
  'arguments, cwd, env, a url and its headers, references to secrets, runtimeConfig besides',
  'heartbeat, and a higher budget. A hire by an agent that has one of them, besides cwd, always',
  'waits for the board. Ask for such a change, of yourself or of an agent below you, with POST',
  '/api/companies/:companyId/approvals {"type": "change_agent", "payload": {"agentId", "patch"}};',
  'patch has the fields of the PATCH and refers to secrets. An approval applies it to the agent as',
  'it was when you asked; if the agent has changed, ask again.',
  'PATCH /api/agents/:agentId/instructions-path {"path", "adapterConfigKey"} sets only a path.',
  'PATCH /api/agents/:agentId/instructions {"body"} stores the instructions of an agent as text, at',
  'most 65536 characters and no secret, null removes them. GET shows them, also at ?version=; GET',
  '/api/agents/:agentId/instructions/revisions lists the versions. An agent reads and changes its own.',
  'Skills are folders of texts by slug that say how the company does something. The board stores and',
  'assigns them: PATCH /api/companies/:companyId/skills/:skill {"files": [{"path": "SKILL.md", "text"}]}',
  'with a head of name (the slug) and description, PATCH /api/agents/:agentId/skills {"skills": [slug]}.',
  'An agent reads those that it has: GET /api/companies/:companyId/skills, and with /:skill the files.',
  'Every change of a configuration creates a revision: GET /api/agents/:agentId/config-revisions lists them, and',
  'POST /api/agents/:agentId/config-revisions/:revisionId/rollback restores one.',
  'Before the first run, or when runs fail, POST /api/agents/:agentId/check {} (the board, and managers',
  'above the agent): it answers {"ok", "checks": [{"code", "level", "message", "hint"}]} within ten',
  'seconds, found where the agent runs. With {"hello": true} it starts a run instead: 202 with its runId.',
  '',
  `Fields of the PATCH: ${Object.keys(updateAgent.input.shape)
    .filter((key) => !['agentId', 'companyId', 'ifVersion'].includes(key))
    .join(', ')}.`,
];

function adviceOf(code: keyof typeof refusals): string {
  const { title, hint } = { hint: undefined, ...refusals[code] };
  return hint === undefined ? `${title}.` : `${title}; ${hint}.`;
}
