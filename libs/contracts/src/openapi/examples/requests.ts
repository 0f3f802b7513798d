/**
 * The body of one request to each operation that takes one, as a client would send it. A test sends each
 * of them. Ids are those of `exampleId`; operations without an entry need no field.
 */
import { exampleId } from './values.ts';

/** Made by a page, of 43 characters. */
const pageSecret = 'Qm9hcmRzLWFyZS1wYWdlcy10aGF0LXBlb3BsZS1vcGV';

export type Example = Readonly<Record<string, unknown>>;

const usage = {
  inputTokens: 1_200,
  outputTokens: 350,
  cachedInputTokens: 8_000,
  costCents: 2,
  provider: 'anthropic',
  model: 'claude-sonnet-5-5',
};
const startsNode = { command: 'node', args: ['agent.js'], cwd: '/srv/agents/writer' };
const wakesEveryHour = { heartbeat: { enabled: true, intervalSec: 3_600, wakeOnDemand: true } };

const ofAgents: Readonly<Record<string, Example>> = {
  createCompany: {
    name: 'Acme',
    description: 'Builds web sites for small shops.',
    budgetMonthlyCents: 500_000,
    timeZone: 'Europe/Berlin',
  },
  updateCompany: { requireBoardApprovalForNewAgents: true, reviewRequired: true },
  updateCompanyBudget: { budgetMonthlyCents: 500_000 },
  createAgent: {
    name: 'Ada',
    role: 'engineer',
    title: 'Web developer',
    icon: 'code',
    reportsTo: exampleId('reportsTo'),
    capabilities: 'Writes and tests pages.',
    adapterType: 'process',
    adapterConfig: startsNode,
    runtimeConfig: wakesEveryHour,
    budgetMonthlyCents: 20_000,
  },
  hireAgent: {
    name: 'Grace',
    role: 'designer',
    title: 'Designer of pages',
    icon: 'eye',
    adapterType: 'process',
    adapterConfig: startsNode,
    runtimeConfig: wakesEveryHour,
    budgetMonthlyCents: 10_000,
    sourceIssueId: exampleId('issueId'),
  },
  updateAgent: { title: 'Senior web developer', capabilities: 'Writes, tests and reviews pages.' },
  updateAgentBudget: { budgetMonthlyCents: 30_000 },
  setInstructionsPath: { path: '/srv/agents/writer/AGENTS.md' },
  setInstructions: { body: '# How to work\n\nTest each page before you report it.\n' },
  setSkill: {
    files: [
      {
        path: 'SKILL.md',
        text: '---\nname: write-pages\ndescription: How we write pages.\n---\n\nShort sentences.\n',
      },
    ],
  },
  setAgentSkills: { skills: ['write-pages'] },
  createSecret: { name: 'provider-key', value: 'the-key-of-the-provider' },
  rotateSecret: { value: 'the-next-key-of-the-provider' },
  checkAgent: { hello: true },
};

const redaction = { reason: 'It had a password in it.' };
const plan: Example = {
  body: '# Plan\n\n1. Write the texts.\n2. Build the page.\n',
  note: 'The first plan.',
};

const ofWork: Readonly<Record<string, Example>> = {
  writeIssueDocument: plan,
  writeProjectDocument: plan,
  writeCompanyDocument: plan,
  createIssue: {
    title: 'Write the page about prices',
    description: 'Three plans, in one table.',
    status: 'todo',
    priority: 'high',
    assigneeAgentId: exampleId('agentId'),
    projectId: exampleId('projectId'),
  },
  createChildren: {
    children: [
      { key: 'texts', title: 'Write the texts', assigneeAgentId: exampleId('assigneeAgentId') },
      { title: 'Build the page', priority: 'high', blockedBy: ['texts'] },
    ],
  },
  createWait: {
    signal: true,
    deadline: '2126-03-31T12:00:00.000Z',
    note: 'Merge ACM-13 if the pipeline is green.',
  },
  sendSignal: { status: 'green' },
  changeIssues: {
    filter: { projectId: exampleId('projectId'), status: ['backlog'] },
    change: { priority: 'low' },
    dryRun: true,
  },
  createRoutine: {
    name: 'Weekly report',
    template: {
      title: 'Write the report of {{date}}',
      assigneeAgentId: exampleId('agentId'),
      children: [{ title: 'Collect the figures' }],
    },
    clock: { kind: 'cron', expression: '0 9 * * MON', zone: 'Europe/Berlin' },
    overlap: 'skip',
    catchUp: 'latest',
  },
  updateRoutine: { status: 'paused' },
  runRoutine: { variables: {} },
  backfillRoutine: { from: '2026-11-02T00:00:00.000Z', to: '2026-11-02T01:00:00.000Z' },
  holdIssue: { reason: 'The customer decides on Monday.', cancelRuns: false },
  holdProject: { reason: 'No change before the release.' },
  updateIssue: {
    priority: 'critical',
    assigneeAgentId: exampleId('agentId'),
    comment: '@Ada, the customer needs this today.',
  },
  checkoutIssue: { agentId: exampleId('agentId'), expectedStatuses: ['todo', 'backlog'] },
  askQuestion: {
    to: 'board',
    kind: 'choice',
    text: 'Which currency do the prices have?',
    options: ['Euro', 'Dollar'],
    default: 'Euro',
    deadline: '2099-03-31T12:00:00.000Z',
  },
  answerQuestion: { answer: 'Dollar' },
  reopenIssue: { comment: 'The form still loses what was typed.' },
  addComment: { body: 'The page is ready for review.' },
  redactComment: redaction,
  redactWait: redaction,
  redactQuestion: redaction,
  redactFile: redaction,
  redactIssueDocument: { version: 1, ...redaction },
  redactProjectDocument: { version: 1, ...redaction },
  redactCompanyDocument: { version: 1, ...redaction },
  redactRunLog: { from: 0, to: 1, ...redaction },
  redactApproval: redaction,
  redactApprovalComment: redaction,
  createLabel: { name: 'Documentation', color: '#1f6feb' },
  updateLabel: { name: 'Documents' },
  createProject: {
    name: 'Web site',
    description: 'The site of the shop.',
    status: 'active',
    goalIds: [exampleId('goalId')],
    workspace: { repoUrl: 'https://git.example.com/acme/site.git', repoRef: 'main' },
  },
  updateProject: { status: 'completed', targetDate: '2027-03-31' },
  createWorkspace: { name: 'Site', cwd: '/srv/site' },
  updateWorkspace: { cwd: '/srv/site-2' },
  createGoal: { title: 'A thousand visitors a day', level: 'company', status: 'active' },
  updateGoal: { status: 'achieved' },
  createApproval: {
    type: 'request_board_approval',
    payload: { title: 'Buy the domain', reason: 'The site needs an address.' },
    issueIds: [exampleId('issueId')],
  },
  approveApproval: { decisionNote: 'Yes, for this year.' },
  rejectApproval: { decisionNote: 'Not this year.' },
  requestRevision: { decisionNote: 'Name two candidates.' },
  addApprovalComment: { body: 'What does it cost?' },
  linkIssueApproval: { approvalId: exampleId('approvalId') },
};

const ofRunsAndCosts: Readonly<Record<string, Example>> = {
  wakeAgent: { reason: 'The customer has answered.', payload: { ticket: 4_711 } },
  invokeHeartbeat: { reason: 'The customer has answered.', payload: { ticket: 4_711 } },
  sendRunMessage: { text: 'Leave the prices as they are; only the names are wrong.' },
  beatRun: { usage },
  finishRun: { status: 'succeeded', usage, resultSummary: 'The page is ready for review.' },
  recordCost: { agentId: exampleId('agentId'), issueId: exampleId('issueId'), ...usage },
  voidCost: { reason: 'It was booked twice.' },
};

/** One project: the hash of its plan is the same in every company that has none of this name. */
const packageFiles = [
  { path: 'projects/prices/PROJECT.md', text: '---\nname: Prices\n---\n\nThree plans.\n' },
];

const ofPeople: Readonly<Record<string, Example>> = {
  createAgentKey: { name: 'Laptop' },
  approveJoinRequest: { decisionNote: 'Welcome.' },
  rejectJoinRequest: { decisionNote: 'We have one already.' },
  addMember: { email: 'lin@example.com', name: 'Lin', role: 'operator', permissions: ['approve'] },
  changeMember: { role: 'viewer' },
  inviteUser: { email: 'sam@example.com', name: 'Sam' },
  changeUser: { instanceAdmin: false },
  createBoardToken: { name: 'Reports', companies: [exampleId('companyId')], readOnly: true },
  createHook: {
    name: 'Pull requests',
    form: 'github',
    effect: { kind: 'wait', key: '/pull_request/head/ref' },
    filters: [{ at: '/pull_request/merged', equals: true }],
  },
  updateHook: { enabled: false },
  rotateHookSecret: { secret: 'a-secret-that-the-sender-has-made' },
  receiveHook: { action: 'closed', pull_request: { merged: true, head: { ref: 'ACM-12' } } },
  previewCompanyPackage: { files: packageFiles },
  importCompanyPackage: {
    files: packageFiles,
    planHash: '145afb04bb1fd81873a8194c75d5cbb7a3c8cc955d99ebf25d5bcc995a130832',
  },
  createWebhook: { url: 'https://hooks.example.com/muster', events: ['approval.created'] },
  changeWebhook: { events: ['approval.created', 'issue.updated'] },
  createInvite: { agentMessage: 'We look for a writer.' },
  acceptInvite: { agentName: 'Scout', capabilities: 'Finds sources.', adapterType: 'remote' },
  claimApiKey: { claimSecret: 'the-secret-of-the-join-request' },
  signIn: {
    email: 'lin@example.com',
    password: 'nine words that only Lin would put together here',
  },
  signInWithToken: { token: 'a-token-that-is-shown-once', pageSecret },
  signInWithLink: { code: 'a-code-that-is-used-once', pageSecret },
  decideAuthorizationRequest: {
    userCode: 'BCDF-GHJK',
    approve: true,
    readOnly: true,
    expiresAt: '2030-01-01T00:00:00.000Z',
  },
  changePassword: {
    currentPassword: 'nine words that only Lin would put together here',
    newPassword: 'nine other words that only Lin would put together',
  },
  signInWithProvider: { returnTo: '/docs', pageSecret },
  linkProvider: { returnTo: '/docs' },
  acceptUserInvitation: {
    name: 'Lin',
    password: 'nine words that only Lin would put together here',
  },
  callMcp: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
};

export const requestExamples: Readonly<Record<string, Example>> = {
  ...ofAgents,
  ...ofWork,
  ...ofRunsAndCosts,
  ...ofPeople,
};
