/**
 * The main story, played through the HTTP API alone: from an empty company to a finished issue and
 * a booked cost, and then to one that is split, asked about and reviewed, with real agent processes. Each step is announced when the API shows its result.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  agents,
  approvals,
  billing,
  composed,
  gateway,
  issues,
  type Activity,
  type Agent,
  type Run,
} from '@muster/contracts';
import { exampleAgent, foremanAgent, type AgentCommand } from '../stack/example-agent.ts';
import { openToAgent } from './agent-folder.ts';
import type { Api } from './api.ts';
import { watch } from './facts.ts';
import { playHandedOn } from './handed-on.ts';
import type { StoryContext } from './scene.ts';
import { step, type Step, type StepName } from './steps.ts';

const TIMEOUT_MS = 60_000;
const COMPANY_BUDGET_CENTS = 100_000;
const AGENT_BUDGET_CENTS = 50_000;
const ENGINEER = 'Engineer';

/** Events that the activity log must have exactly once at the end. */
const ONCE = [
  'company.created',
  'agent.created',
  'agent.hire_requested',
  'approval.created',
  'approval.approved',
  'agent.activated',
  'issue.created',
  'key.created',
];
/** Events that it must have for each run, so at least once. */
const AT_LEAST_ONCE = [
  'run.queued',
  'run.started',
  'run.finished',
  'issue.checked_out',
  'issue.commented',
  'issue.updated',
  'cost.recorded',
];

export interface StoryOptions {
  /** Called after each step; the story continues when it returns. */
  readonly on: (step: Step) => void | Promise<void>;
  /** Parent of the agent's working folder, which the story creates. */
  readonly folder: string;
  /** Runs examples/agent; by default that of this checkout. */
  readonly agent?: AgentCommand;
  /** Runs examples/foreman; by default that of this checkout. */
  readonly foreman?: AgentCommand;
  readonly companyName: string;
  /** Longest wait for one step. */
  readonly timeoutMs?: number;
}

export interface StoryResult {
  readonly companyId: string;
  readonly issueId: string;
  readonly engineerId: string;
  readonly workFolder: string;
  /** Of the engineer. */
  readonly runs: readonly Run[];
  readonly spentCents: number;
  /** Oldest first. */
  readonly log: readonly Activity[];
}

export async function playStory(api: Api, options: StoryOptions): Promise<StoryResult> {
  const { on, companyName, timeoutMs = TIMEOUT_MS } = options;
  const announce = async (name: StepName, text: string) => on({ name, text });
  const workFolder = writeWorkFiles(join(options.folder, companyName));
  const company = await api.call(agents.operations.createCompany, {
    name: companyName,
    budgetMonthlyCents: COMPANY_BUDGET_CENTS,
  });
  const { id: companyId } = company;
  await announce(step.companyFounded, `${company.name}; its issues are ${company.issuePrefix}-…`);
  const scene: StoryContext = {
    api,
    companyId,
    announce,
    facts: watch({ api, companyId, timeoutMs }),
  };
  const engineer = await hireEngineer(scene, options.agent ?? exampleAgent, workFolder);
  const issueId = await assignIssue(scene, engineer);
  await approveWork(scene, engineer, issueId);
  const runs = await scene.facts.runsEnd();
  const ended = runs.map(({ wakeReason, status }) => `${wakeReason}: ${status}`).toReversed();
  await announce(step.runsEnded, `${runs.length} runs (${ended.join(', ')})`);
  const spentCents = await checkCost(scene, engineer, runs);
  await checkLog(scene);
  await playHandedOn(scene, options.foreman ?? foremanAgent);
  const log = await scene.facts.log();
  return { companyId, issueId, engineerId: engineer.id, workFolder, runs, spentCents, log };
}

/** Writes a few texts of different lengths for the agent to count. */
function writeWorkFiles(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const texts = { 'mission.txt': 3, 'customers.txt': 12, 'ideas.txt': 27 };
  for (const [name, lines] of Object.entries(texts)) {
    const text = Array.from({ length: lines }, (_, line) => `${name}, line ${line + 1}\n`).join('');
    writeFileSync(join(folder, name), text);
  }
  openToAgent(folder);
  return folder;
}

async function hireEngineer(
  { api, companyId, facts, announce }: StoryContext,
  [command, ...args]: AgentCommand,
  cwd: string,
): Promise<Agent> {
  const chief = await api.call(agents.operations.createAgent, {
    companyId,
    name: 'Chief',
    role: 'ceo',
    title: 'Chief executive',
    runtimeConfig: { heartbeat: { wakeOnDemand: false } },
  });
  await announce(step.chiefAdded, `${chief.name} is ${chief.status}`);
  const { agent, approval } = await api.call(agents.operations.hireAgent, {
    companyId,
    name: ENGINEER,
    role: 'engineer',
    reportsTo: chief.id,
    capabilities: 'Counts lines of text files and reports the numbers.',
    adapterType: 'process',
    adapterConfig: { command, args, cwd },
    budgetMonthlyCents: AGENT_BUDGET_CENTS,
  });
  if (approval === null)
    throw new Error('The hire got no approval although the company requires one.');
  const asked = await facts.until('The approval of the hire', async () =>
    (await api.call(approvals.operations.listApprovals, { companyId, status: ['pending'] })).find(
      ({ id }) => id === approval.id,
    ),
  );
  await announce(
    step.hireRequested,
    `${agent.name} is ${agent.status}, ${asked.type} ${asked.status}`,
  );
  await api.call(approvals.operations.approveApproval, {
    approvalId: approval.id,
    decisionNote: 'Welcome.',
  });
  const hired = await facts.until('The activation of the engineer', async () => {
    const now = await api.call(agents.operations.getAgent, { agentId: agent.id });
    return now.status === 'idle' ? now : undefined;
  });
  await announce(step.hireApproved, `${hired.name} is ${hired.status}`);
  await announce(step.agentChecked, await checkAgent(api, hired));
  return hired;
}

/** Throws where the agent could not work, with the next steps. */
async function checkAgent(api: Api, { id: agentId, name }: Agent): Promise<string> {
  const report = await api.call(composed.checkAgent, { agentId });
  if (!('checks' in report)) throw new Error('The check has started a run');
  const bad = report.checks.filter(({ level }) => level === 'fail' || level === 'unknown');
  if (bad.length > 0) {
    throw new Error(bad.map(({ message, hint }) => `${message}: ${hint}`).join('; '));
  }
  const warnings = report.checks.filter(({ level }) => level === 'warn');
  const warned = warnings.map(({ message }) => message).join('; ');
  const count = `${report.checks.length} checks`;
  return warned === '' ? `${name} can work: ${count}` : `${name} can work: ${count}; ${warned}`;
}

async function assignIssue(scene: StoryContext, engineer: Agent): Promise<string> {
  const { api, companyId, facts, announce } = scene;
  const issue = await api.call(issues.operations.createIssue, {
    companyId,
    status: 'todo',
    priority: 'high',
    assigneeAgentId: engineer.id,
    title: 'Count the lines of our texts',
    description: 'Count the lines of each file in your folder and write a report.',
  });
  await announce(step.workGiven, `${issue.identifier} “${issue.title}” is ${issue.status}`);
  const started = await facts.entry(
    'run.started',
    ({ agentId, entityId, details }) =>
      agentId === engineer.id || details['agentId'] === engineer.id || entityId === engineer.id,
  );
  await announce(step.runStarted, `a new process, run ${started.entityId}`);
  const claim = await facts.entry('issue.checked_out', ({ entityId }) => entityId === issue.id);
  await announce(step.issueClaimed, `by ${claim.actorName}`);
  const reported = await facts.entry(
    'issue.commented',
    ({ entityId, actorId }) => entityId === issue.id && actorId === engineer.id,
  );
  const commentId = reported.details['commentId'] as string;
  const report = await api.call(issues.operations.getComment, { issueId: issue.id, commentId });
  await announce(step.workReported, quote(report.body));
  await facts.issueBecomes(issue.id, 'in_review');
  // After the run has ended, only the comment of the board can wake the agent.
  await facts.runsEnd();
  await announce(step.reviewAsked, `${issue.identifier} is in_review`);
  return issue.id;
}

async function approveWork(scene: StoryContext, engineer: Agent, issueId: string): Promise<void> {
  const { api, facts, announce } = scene;
  const { mentions } = await api.call(issues.operations.addComment, {
    issueId,
    body: `@${ENGINEER} approved, please finish.`,
  });
  const woken = mentions.some((mention) => mention.agentId === engineer.id && mention.woken);
  if (!woken) throw new Error(`The mention woke no agent: ${JSON.stringify(mentions)}`);
  await announce(step.boardAnswered, `a comment that mentions @${ENGINEER}`);
  await facts.issueBecomes(issueId, 'done');
  await announce(step.issueDone, 'in a second run, which the mention started');
}

async function checkCost(
  { api, companyId, facts, announce }: StoryContext,
  engineer: Agent,
  runs: readonly Run[],
): Promise<number> {
  const used = runs.reduce((sum, { usage }) => sum + (usage?.costCents ?? 0), 0);
  if (used === 0) throw new Error('No run reported a cost.');
  const company = await facts.until(`The booking of ${used} cents`, async () => {
    const summary = await api.call(billing.operations.getCostSummary, { companyId });
    return summary.spendCents === used ? summary : undefined;
  });
  const { token } = await api.call(gateway.operations.createAgentKey, {
    agentId: engineer.id,
    name: 'demo',
  });
  const { budget } = await facts.until('The same cost in the budget of the agent', async () => {
    const me = await api.as(token).call(agents.operations.getOwnAgent, {});
    return me.budget.spentCents === used ? me : undefined;
  });
  await announce(
    step.costBooked,
    `${used} of ${company.budgetCents} cents of the company, ` +
      `${budget.spentCents} of ${budget.limitCents} cents of ${engineer.name}`,
  );
  return used;
}

async function checkLog({ facts, announce }: StoryContext): Promise<void> {
  const log = await facts.log();
  const count = (action: string) => log.filter((entry) => entry.action === action).length;
  const wrong = [
    ...ONCE.filter((action) => count(action) !== 1),
    ...AT_LEAST_ONCE.filter((action) => count(action) === 0),
  ].map((action) => `${action} ${count(action)} times`);
  if (wrong.length > 0) throw new Error(`The activity log is wrong: ${wrong.join(', ')}.`);
  await announce(step.everythingLogged, `${log.length} entries`);
}

const quote = (text: unknown): string => `“${String(text).split('\n', 1)[0]?.slice(0, 80)}”`;
