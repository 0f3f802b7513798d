/** What keeps a company from working, from its dashboard and from the states of its agents. */
import type { Client, Output } from '@muster/client';
import { inOneLine } from '../../terminal/words.ts';
import { checksOf } from './checks.ts';
import { isBad, type Finding } from './finding.ts';

type Dashboard = Output<'getDashboard'>;
type Agent = Output<'listAgents'>[number];

/** Agents that are checked where they run, which takes up to ten seconds each. */
const CHECKED_MAX = 10;
const BUDGET_WARN_PERCENT = 80;

export async function lookAtCompany(muster: Client, companyId: string): Promise<Finding[]> {
  const [company, dashboard] = await Promise.all([
    muster.getCompany({ companyId }),
    muster.getDashboard({ companyId }),
  ]);
  const agents: Agent[] = [];
  for await (const agent of muster.listAgents({ companyId })) agents.push(agent);
  const stopped = agents.flatMap((agent) => lookAtAgent(agent));
  const working = agents.filter(({ status }) => ['active', 'idle', 'running'].includes(status));
  const checked: Finding[] = [];
  for (const agent of working.slice(0, CHECKED_MAX)) checked.push(...(await check(muster, agent)));
  const more = working.length - CHECKED_MAX;
  return [
    lookAtStatus(company),
    ...lookAtAgents(agents),
    ...lookAtMoney(dashboard),
    ...lookAtWork(dashboard),
    ...stopped,
    ...checked,
    ...(more > 0 ? [ok('agents', `${more} more are not checked: \`muster doctor AGENT\``)] : []),
  ];
}

const ok = (about: string, message: string): Finding => ({
  about,
  level: 'ok',
  message,
  hint: null,
});
const warn = (about: string, message: string, hint: string): Finding => ({
  about,
  level: 'warn',
  message,
  hint,
});

function lookAtStatus({ name, status }: Output<'getCompany'>): Finding {
  if (status === 'active') return ok('company', `${name} is active`);
  return {
    about: 'company',
    level: 'fail',
    message: `${name} is ${status}: no agent works`,
    hint: '`muster api updateCompany companyId=ID status=active`',
  };
}

function lookAtAgents(agents: readonly Agent[]): Finding[] {
  if (agents.length > 0) return [];
  return [warn('agents', 'the company has no agents', '`muster agent hire NAME --adapter TYPE`')];
}

function lookAtMoney({ costs }: Dashboard): Finding[] {
  const { monthBudgetCents, monthUtilizationPercent, monthUnknownEvents = 0 } = costs;
  const used =
    monthBudgetCents > 0 && monthUtilizationPercent >= BUDGET_WARN_PERCENT
      ? [
          warn(
            'budget',
            `${monthUtilizationPercent} % of the month's budget is spent`,
            '`muster cost agents` says by whom; at 100 % agents stop',
          ),
        ]
      : [];
  const unknown =
    monthUnknownEvents > 0
      ? [
          warn(
            'prices',
            `${monthUnknownEvents} costs have no known price`,
            '`muster cost models`, and docs/costs.md says how to give prices',
          ),
        ]
      : [];
  return [...used, ...unknown];
}

function lookAtWork({ tasks, pendingApprovals, staleTasks }: Dashboard): Finding[] {
  const { unassigned = 0 } = tasks;
  return [
    ...(pendingApprovals > 0
      ? [warn('approvals', `${pendingApprovals} wait for the board`, '`muster inbox`')]
      : []),
    ...(unassigned > 0
      ? [
          warn(
            'issues',
            `nobody has ${unassigned} open issues, so no agent is woken for them`,
            '`muster issue list --unassigned`, then `muster issue update ISSUE --assignee AGENT`',
          ),
        ]
      : []),
    ...(staleTasks.count > 0
      ? [
          warn(
            'issues',
            `${staleTasks.count} do not move`,
            '`muster issue list --status in_progress,blocked`',
          ),
        ]
      : []),
  ];
}

function lookAtAgent({ id, name, status, pauseReason, failing }: Agent): Finding[] {
  const about = `agent ${inOneLine(name)}`;
  if (status === 'pending_approval') {
    return [warn(about, 'waits for the board to approve its hire', '`muster inbox`')];
  }
  if (status === 'paused' || status === 'error') {
    const hint = `\`muster agent why ${id}\`; then \`muster agent resume ${id}\``;
    return [warn(about, `is ${status}${pauseReason ? `: ${pauseReason}` : ''}`, hint)];
  }
  return failing
    ? [warn(about, 'is held back, because its runs fail', `\`muster run list --agent ${id}\``)]
    : [];
}

/** Only what is to be done: what is well is one line. */
async function check(muster: Client, { id, name }: Agent): Promise<Finding[]> {
  const about = `agent ${inOneLine(name)}`;
  const findings = await checksOf(muster, id);
  const open = findings.filter((finding) => isBad(finding) || finding.level === 'warn');
  if (open.length === 0) return [ok(about, 'nothing stands in the way of a run')];
  return open.map((finding) => ({ ...finding, about: `${about}, ${finding.about}` }));
}
