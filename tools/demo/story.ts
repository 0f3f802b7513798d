/**
 * The main job, played through the HTTP interface alone: from an empty company to finished work and
 * a booked cost, with a real agent process. Every step is announced when its fact can be seen.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  agents, approvals, billing, gateway, issues, type Activity, type Agent, type Run,
} from '@muster/contracts';
import type { Api } from './api.ts';
import { watch, type Facts } from './facts.ts';
import { step, type Step, type StepName } from './steps.ts';

const PATIENCE_MS = 60_000;
const COMPANY_BUDGET_CENTS = 100_000;
const AGENT_BUDGET_CENTS = 50_000;
const AGENT_PROGRAM = fileURLToPath(new URL('../../examples/agent/agent.mjs', import.meta.url));
const ENGINEER = 'Engineer';

/** What the log must hold in the end, beside what happens once for each run. */
const ONCE = [
  'company.created', 'agent.created', 'agent.hire_requested', 'approval.created',
  'approval.approved', 'agent.activated', 'issue.created', 'key.created',
];
const AT_LEAST_ONCE = [
  'run.queued', 'run.started', 'run.finished', 'issue.checked_out', 'issue.commented',
  'issue.updated', 'cost.recorded',
];

export interface StoryOptions {
  /** Told of each step as it happens; the story goes on when it is through. */
  readonly on: (step: Step) => void | Promise<void>;
  /** Where the folder that the agent works in is made. */
  readonly folder: string;
  readonly companyName: string;
  /** Longest wait for any one thing to happen. */
  readonly patienceMs?: number;
}

export interface Ending {
  readonly companyId: string;
  readonly issueId: string;
  readonly engineerId: string;
  readonly workFolder: string;
  readonly runs: readonly Run[];
  readonly spentCents: number;
  /** Oldest first. */
  readonly log: readonly Activity[];
}

interface Scene {
  readonly api: Api;
  readonly facts: Facts;
  readonly companyId: string;
  readonly tell: (name: StepName, says: string) => Promise<void>;
}

export async function playStory(api: Api, options: StoryOptions): Promise<Ending> {
  const { on, companyName, patienceMs = PATIENCE_MS } = options;
  const tell = async (name: StepName, says: string) => on({ name, says });
  const workFolder = layOutWork(join(options.folder, companyName));
  const company = await api.call(agents.operations.createCompany, {
    name: companyName, budgetMonthlyCents: COMPANY_BUDGET_CENTS,
  });
  const { id: companyId } = company;
  await tell(step.companyFounded, `${company.name}, whose issues are ${company.issuePrefix}-…`);
  const scene: Scene = {
    api, companyId, tell, facts: watch({ api, companyId, patienceMs }),
  };
  const engineer = await hireEngineer(scene, workFolder);
  const issueId = await haveWorkDone(scene, engineer);
  await haveItFinished(scene, engineer, issueId);
  const runs = await scene.facts.runsEnd();
  const ended = runs.map(({ wakeReason, status }) => `${wakeReason}: ${status}`).toReversed();
  await tell(step.runsEnded, `${runs.length} runs (${ended.join(', ')})`);
  const spentCents = await seeTheCost(scene, engineer, runs);
  const log = await readTheLog(scene);
  return { companyId, issueId, engineerId: engineer.id, workFolder, runs, spentCents, log };
}

/** A few texts of different lengths: something that can be counted. */
function layOutWork(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const texts = { 'mission.txt': 3, 'customers.txt': 12, 'ideas.txt': 27 };
  for (const [name, lines] of Object.entries(texts)) {
    const text = Array.from({ length: lines }, (_, line) => `${name}, line ${line + 1}\n`).join('');
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function hireEngineer({ api, companyId, facts, tell }: Scene, cwd: string): Promise<Agent> {
  const chief = await api.call(agents.operations.createAgent, {
    companyId, name: 'Chief', role: 'ceo', title: 'Chief executive',
    runtimeConfig: { heartbeat: { wakeOnDemand: false } },
  });
  await tell(step.chiefAdded, `${chief.name} is ${chief.status}`);
  const { agent, approval } = await api.call(agents.operations.hireAgent, {
    companyId, name: ENGINEER, role: 'engineer', reportsTo: chief.id,
    capabilities: 'Counts what there is and reports it.',
    adapterType: 'process',
    adapterConfig: { command: process.execPath, args: [AGENT_PROGRAM], cwd },
    budgetMonthlyCents: AGENT_BUDGET_CENTS,
  });
  if (approval === null) throw new Error('the hire needs no approval, though the company says so');
  const asked = await facts.until('the approval', async () =>
    (await api.call(approvals.operations.listApprovals, { companyId, status: ['pending'] }))
      .find(({ id }) => id === approval.id));
  await tell(step.hireRequested, `${agent.name} is ${agent.status}, ${asked.type} ${asked.status}`);
  await api.call(approvals.operations.approveApproval, {
    approvalId: approval.id, decisionNote: 'Welcome.',
  });
  const hired = await facts.until('the engineer to be idle', async () => {
    const now = await api.call(agents.operations.getAgent, { agentId: agent.id });
    return now.status === 'idle' ? now : undefined;
  });
  await tell(step.hireApproved, `${hired.name} is ${hired.status}`);
  return hired;
}

async function haveWorkDone(scene: Scene, engineer: Agent): Promise<string> {
  const { api, companyId, facts, tell } = scene;
  const issue = await api.call(issues.operations.createIssue, {
    companyId, status: 'todo', priority: 'high', assigneeAgentId: engineer.id,
    title: 'Count the lines of our texts',
    description: 'Count the lines of each file in your folder and write a report.',
  });
  await tell(step.workGiven, `${issue.identifier} “${issue.title}” is ${issue.status}`);
  const started = await facts.entry('run.started', ({ agentId, entityId, details }) =>
    agentId === engineer.id || details['agentId'] === engineer.id || entityId === engineer.id);
  await tell(step.runStarted, `a process of its own, run ${started.entityId}`);
  const claim = await facts.entry('issue.checked_out', ({ entityId }) => entityId === issue.id);
  await tell(step.issueClaimed, `by ${claim.actorName}`);
  const reported = await facts.entry('issue.commented', ({ entityId, actorId }) =>
    entityId === issue.id && actorId === engineer.id);
  await tell(step.workReported, quote(reported.details['excerpt']));
  await facts.issueBecomes(issue.id, 'in_review');
  // The agent is asleep again, so it is the board's comment that wakes it.
  await facts.runsEnd();
  await tell(step.reviewAsked, `${issue.identifier} is in_review`);
  return issue.id;
}

async function haveItFinished(scene: Scene, engineer: Agent, issueId: string): Promise<void> {
  const { api, facts, tell } = scene;
  const { mentions } = await api.call(issues.operations.addComment, {
    issueId, body: `@${ENGINEER} approved, please finish.`,
  });
  const woken = mentions.some((mention) => mention.agentId === engineer.id && mention.woken);
  if (!woken) throw new Error(`the mention woke nobody: ${JSON.stringify(mentions)}`);
  await tell(step.boardAnswered, `a comment that mentions @${ENGINEER}`);
  await facts.issueBecomes(issueId, 'done');
  await tell(step.issueDone, 'in a second heartbeat, woken by the mention');
}

async function seeTheCost(
  { api, companyId, facts, tell }: Scene,
  engineer: Agent,
  runs: readonly Run[],
): Promise<number> {
  const used = runs.reduce((sum, { usage }) => sum + (usage?.costCents ?? 0), 0);
  if (used === 0) throw new Error('no run said what it cost');
  const company = await facts.until(`a booked cost of ${used} cents`, async () => {
    const summary = await api.call(billing.operations.getCostSummary, { companyId });
    return summary.spendCents === used ? summary : undefined;
  });
  const { token } = await api.call(gateway.operations.createAgentKey, {
    agentId: engineer.id, name: 'demo',
  });
  const { budget } = await facts.until('the same cost in the budget of the agent', async () => {
    const me = await api.as(token).call(agents.operations.getOwnAgent, {});
    return me.budget.spentCents === used ? me : undefined;
  });
  await tell(step.costBooked, `${used} of ${company.budgetCents} cents of the company, ` +
    `${budget.spentCents} of ${budget.limitCents} cents of ${engineer.name}`);
  return used;
}

async function readTheLog({ facts, tell }: Scene): Promise<Activity[]> {
  const log = await facts.log();
  const count = (action: string) => log.filter((entry) => entry.action === action).length;
  const faults = [
    ...ONCE.filter((action) => count(action) !== 1),
    ...AT_LEAST_ONCE.filter((action) => count(action) === 0),
  ].map((action) => `${action} is there ${count(action)} times`);
  if (faults.length > 0) throw new Error(`The activity log is not right: ${faults.join(', ')}.`);
  await tell(step.everythingLogged, `${log.length} entries`);
  return log;
}

const quote = (text: unknown): string => `“${String(text).split('\n', 1)[0]?.slice(0, 80)}”`;
