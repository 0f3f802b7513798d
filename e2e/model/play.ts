/** Sends commands to the system and to the model, one after another; fails if their answers differ. */
import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '@muster/contracts';
import type { Reply } from '../world/http-client.ts';
import type { AgentName, Team, TeamSettings } from '../fixtures/team.ts';
import type { Command } from './commands.ts';
import { create, judge } from './rules.ts';
import type { Verdict, Work } from './states.ts';

type Rules = Required<TeamSettings>;
type Answer = Partial<Issue> & { readonly code?: string; readonly allowedTransitions?: string[] };
interface Assignees {
  agent: AgentName | null | undefined;
  user: boolean | undefined;
}
interface Played {
  readonly id: string;
  work: Work;
  /** Times by the number of the command that set them. */
  readonly times: Map<number, string>;
}

/** Each run begins with an issue, so that every command has one to act on. */
const first = {
  type: 'create',
  by: 'board',
  status: 'todo',
  agent: null,
  user: false,
  blocked: false,
  title: 'Dig',
  priority: 'medium',
} as const satisfies Command;

export async function play(
  team: Team,
  rules: Rules,
  commands: readonly Command[],
  onCommand: () => void,
): Promise<void> {
  const played: Played[] = [];
  const { id: blocker } = (await send(team, first, undefined, '')).body as Required<Answer>;
  for (const [now, command] of [first, ...commands].entries()) {
    onCommand();
    const sentAt = new Date().toISOString();
    if (command.type === 'create') {
      const verdict = create(command, rules, now);
      const reply = await send(team, command, undefined, blocker);
      const { id = '' } = reply.body as Answer;
      if ('work' in verdict) played.push({ id, work: verdict.work, times: new Map() });
      compare(team, { command, now, sentAt, verdict, reply, played: played.at(-1) });
      continue;
    }
    const it = played[command.issue % played.length] as Played;
    const verdict = judge(it.work, command, rules, now);
    const reply = await send(team, command, it, blocker);
    if ('work' in verdict) it.work = verdict.work;
    compare(team, { command, now, sentAt, verdict, reply, played: it });
  }
  for (const it of played) await compareFinalState(team, it);
}

function send(
  team: Team,
  command: Command,
  played: Played | undefined,
  blocker: string,
): Promise<Reply> {
  const caller = team.callers[command.by];
  const path = `/api/issues/${played?.id}`;
  const assignees = ({ agent, user }: Assignees) => ({
    ...(agent === undefined ? {} : { assigneeAgentId: agent && team.agents[agent] }),
    ...(user === undefined ? {} : { assigneeUserId: user ? team.users.una : null }),
  });
  const blockers = (blocked: boolean | undefined) =>
    blocked === undefined ? {} : { blockedByIssueIds: blocked ? [blocker] : [] };
  switch (command.type) {
    case 'create': {
      const { type: _, by: __, agent, user, blocked, ...fields } = command;
      const body = { ...fields, ...assignees({ agent, user }), ...blockers(blocked) };
      return caller.post(`/api/companies/${team.company.id}/issues`, body);
    }
    case 'checkout': {
      const { agent, expected } = command;
      const body = { agentId: team.agents[agent], expectedStatuses: expected };
      return caller.post(`${path}/checkout`, body);
    }
    case 'update': {
      const {
        patch: { agent, user, blocked, ...fields },
        stale,
      } = command;
      const version = (played?.work.version ?? 0) + (stale ? 1 : 0);
      const headers = { 'if-match': `"${version}"` };
      return caller.patch(
        path,
        { ...fields, ...assignees({ agent, user }), ...blockers(blocked) },
        headers,
      );
    }
    case 'release':
      return caller.post(`${path}/release`);
    case 'reopen':
      return caller.post(`${path}/reopen`);
    case 'hold':
      return command.holds
        ? caller.post(`${path}/hold`, { reason: 'Not now.' })
        : caller.post(`${path}/hold/lift`);
    case 'comment':
      return caller.post(`${path}/comments`, { body: 'Noted.' });
    case 'read':
      return caller.get(path);
    default:
      return command satisfies never;
  }
}

interface Step {
  readonly command: Command;
  readonly now: number;
  readonly sentAt: string;
  readonly verdict: Verdict;
  readonly reply: Reply;
  readonly played: Played | undefined;
}

/** The status of each refusal of the model. */
const statusOf: Readonly<Record<string, number>> = {
  two_assignees: 422,
  agent_not_assignable: 422,
  assignee_required: 422,
  illegal_transition: 422,
  issue_blocked: 422,
  issue_held: 422,
  review_not_yours: 403,
  board_only: 403,
  agent_paused: 403,
  strategy_not_approved: 403,
  cancel_needs_manager: 403,
  reopen_needs_board: 403,
  acting_as_another_agent: 403,
  not_the_owner: 409,
  issue_owned_by_another_agent: 409,
  unexpected_status: 409,
  version_mismatch: 412,
};

function compare(team: Team, step: Step): void {
  const { command, now, verdict, reply } = step;
  const answer = reply.body as Answer;
  if ('refusal' in verdict) {
    const expected = { status: statusOf[verdict.refusal], code: verdict.refusal };
    return assertSame(now, command, expected, { status: reply.status, code: answer.code });
  }
  const success = command.type === 'create' || command.type === 'comment' ? 201 : 200;
  assertSame(now, command, { status: success }, { status: reply.status, code: answer.code });
  if (command.type === 'comment' || command.type === 'hold') return;
  compareRecord(team, step, answer);
  if (command.type !== 'read') return;
  assertSame(now, command, { may: verdict.may }, { may: answer.allowedTransitions });
}

function compareRecord(
  { agents, users }: Team,
  { now, command, sentAt, played }: Pick<Step, 'now' | 'sentAt' | 'played'> & { command: unknown },
  answer: Answer,
): void {
  const { work, times } = played as Played;
  const timeOf = (at: number | null, seen: string | null | undefined) => {
    if (at === null) return null;
    // A command sets a time that is not before it was sent, and that never changes afterwards.
    if (!times.has(at) && typeof seen === 'string' && seen >= sentAt) times.set(at, seen);
    return times.get(at) ?? `some time after ${sentAt}`;
  };
  const { agent, user, assignedBy } = work;
  const startedAt = timeOf(work.startedAt, answer.startedAt);
  const completedAt = timeOf(work.completedAt, answer.completedAt);
  const expected = {
    status: work.status,
    title: work.title,
    priority: work.priority,
    version: work.version,
    assigneeAgentId: agent && agents[agent],
    assigneeUserId: user ? users.una : null,
    assignedByAgentId: assignedBy && assignedBy !== 'board' ? agents[assignedBy] : null,
    assignedByUserId: assignedBy === 'board' ? users.board : null,
    startedAt,
    started_at: startedAt,
    completedAt,
    completed_at: completedAt,
    cancelledAt: timeOf(work.cancelledAt, answer.cancelledAt),
  };
  const seen = Object.keys(expected).map((field) => [field, answer[field as keyof Answer]]);
  assertSame(now, command, expected, Object.fromEntries(seen));
}

/** Refused commands have changed nothing, and every comment exists. */
async function compareFinalState(team: Team, played: Played): Promise<void> {
  const { board } = team.callers;
  const last = { now: Infinity, sentAt: new Date().toISOString() };
  const { body } = await board.get(`/api/issues/${played.id}`);
  compareRecord(team, { command: 'final state', ...last, played }, body as Answer);
  const { body: context } = await board.get(`/api/issues/${played.id}/heartbeat-context`);
  const { comments } = context as { comments: { count: number } };
  assertSame(Infinity, 'comments', { count: played.work.comments }, { count: comments.count });
}

function assertSame(now: number, what: unknown, expected: object, seen: object): void {
  const ours = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined));
  if (isDeepStrictEqual(ours, expected)) return;
  throw new Error(
    `command ${now} ${JSON.stringify(what)}\n  the model says ${JSON.stringify(
      expected,
    )}\n  the system says ${JSON.stringify(seen)}`,
  );
}
