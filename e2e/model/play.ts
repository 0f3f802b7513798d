/** Commands done to the system and to the model, one after another; fails where the two differ. */
import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '@muster/contracts';
import type { Reply } from '../harness/api.ts';
import type { AgentName, Crew, Settings } from '../harness/crew.ts';
import type { Command } from './commands.ts';
import { create, judge } from './rules.ts';
import type { Verdict, Work } from './rules.ts';

type Rules = Required<Settings>;
type Answer = Partial<Issue> & { readonly code?: string; readonly allowedTransitions?: string[] };
type Assignees = { agent: AgentName | null | undefined; user: boolean | undefined };
type Played = {
  readonly id: string;
  work: Work;
  /** By the numbers of the commands that set them. */
  readonly times: Map<number, string>;
};

/** Each run begins with an issue that there is something to do about. */
const first = {
  type: 'create', by: 'board', status: 'todo', agent: null, user: false, title: 'Dig',
  priority: 'medium',
} as const satisfies Command;

export async function play(
  crew: Crew,
  rules: Rules,
  commands: readonly Command[],
  onCommand: () => void,
): Promise<void> {
  const played: Played[] = [];
  for (const [now, command] of [first, ...commands].entries()) {
    onCommand();
    const sentAt = new Date().toISOString();
    if (command.type === 'create') {
      const verdict = create(command, rules, now);
      const reply = await send(crew, command, undefined);
      const { id = '' } = reply.body as Answer;
      if ('work' in verdict) played.push({ id, work: verdict.work, times: new Map() });
      compare(crew, { command, now, sentAt, verdict, reply, played: played.at(-1) });
      continue;
    }
    const it = played[command.issue % played.length] as Played;
    const verdict = judge(it.work, command, rules, now);
    const reply = await send(crew, command, it);
    if ('work' in verdict) it.work = verdict.work;
    compare(crew, { command, now, sentAt, verdict, reply, played: it });
  }
  for (const it of played) await compareAtLast(crew, it);
}

function send(crew: Crew, command: Command, played: Played | undefined): Promise<Reply> {
  const caller = crew.callers[command.by];
  const path = `/api/issues/${played?.id}`;
  const assignees = ({ agent, user }: Assignees) => ({
    ...(agent === undefined ? {} : { assigneeAgentId: agent && crew.agents[agent] }),
    ...(user === undefined ? {} : { assigneeUserId: user ? crew.users.una : null }),
  });
  switch (command.type) {
    case 'create': {
      const { type: _, by: __, agent, user, ...fields } = command;
      const body = { ...fields, ...assignees({ agent, user }) };
      return caller.post(`/api/companies/${crew.company.id}/issues`, body);
    }
    case 'checkout': {
      const { agent, expected } = command;
      const body = { agentId: crew.agents[agent], expectedStatuses: expected };
      return caller.post(`${path}/checkout`, body);
    }
    case 'update': {
      const { patch: { agent, user, ...fields }, stale } = command;
      const version = (played?.work.version ?? 0) + (stale ? 1 : 0);
      const headers = { 'if-match': `"${version}"` };
      return caller.patch(path, { ...fields, ...assignees({ agent, user }) }, headers);
    }
    case 'release': return caller.post(`${path}/release`);
    case 'comment': return caller.post(`${path}/comments`, { body: 'Noted.' });
    case 'read': return caller.get(path);
    default: return command satisfies never;
  }
}

type Step = {
  readonly command: Command;
  readonly now: number;
  readonly sentAt: string;
  readonly verdict: Verdict;
  readonly reply: Reply;
  readonly played: Played | undefined;
};

/** Of refusals that the model gives. */
const statusOf: Readonly<Record<string, number>> = {
  two_assignees: 422, agent_not_assignable: 422, assignee_required: 422, illegal_transition: 422,
  agent_paused: 403, strategy_not_approved: 403, cancel_needs_manager: 403,
  acting_as_another_agent: 403, not_the_owner: 409, issue_owned_by_another_agent: 409,
  unexpected_status: 409, version_mismatch: 412,
};

function compare(crew: Crew, step: Step): void {
  const { command, now, verdict, reply } = step;
  const answer = reply.body as Answer;
  if ('refusal' in verdict) {
    const expected = { status: statusOf[verdict.refusal], code: verdict.refusal };
    return assertSame(now, command, expected, { status: reply.status, code: answer.code });
  }
  const success = command.type === 'create' || command.type === 'comment' ? 201 : 200;
  assertSame(now, command, { status: success }, { status: reply.status, code: answer.code });
  if (command.type === 'comment') return;
  compareRecord(crew, step, answer);
  if (command.type !== 'read') return;
  assertSame(now, command, { may: verdict.may }, { may: answer.allowedTransitions });
}

function compareRecord(
  { agents, users }: Crew,
  { now, command, sentAt, played }: Pick<Step, 'now' | 'sentAt' | 'played'> & { command: unknown },
  answer: Answer,
): void {
  const { work, times } = played as Played;
  const timeOf = (at: number | null, seen: string | null | undefined) => {
    if (at === null) return null;
    // What a command sets is a time from then on, and stays this very one.
    if (!times.has(at) && typeof seen === 'string' && seen >= sentAt) times.set(at, seen);
    return times.get(at) ?? `some time after ${sentAt}`;
  };
  const { agent, user, assignedBy } = work;
  const startedAt = timeOf(work.startedAt, answer.startedAt);
  const completedAt = timeOf(work.completedAt, answer.completedAt);
  const expected = {
    status: work.status, title: work.title, priority: work.priority, version: work.version,
    assigneeAgentId: agent && agents[agent],
    assigneeUserId: user ? users.una : null,
    assignedByAgentId: assignedBy && assignedBy !== 'board' ? agents[assignedBy] : null,
    assignedByUserId: assignedBy === 'board' ? users.board : null,
    startedAt, started_at: startedAt, completedAt, completed_at: completedAt,
    cancelledAt: timeOf(work.cancelledAt, answer.cancelledAt),
  };
  const seen = Object.keys(expected).map((field) => [field, answer[field as keyof Answer]]);
  assertSame(now, command, expected, Object.fromEntries(seen));
}

/** What was refused has changed nothing, and each comment is there. */
async function compareAtLast(crew: Crew, played: Played): Promise<void> {
  const { board } = crew.callers;
  const last = { now: Infinity, sentAt: new Date().toISOString() };
  const { body } = await board.get(`/api/issues/${played.id}`);
  compareRecord(crew, { command: 'at last', ...last, played }, body as Answer);
  const { body: context } = await board.get(`/api/issues/${played.id}/heartbeat-context`);
  const { comments } = context as { comments: { count: number } };
  assertSame(Infinity, 'comments', { count: played.work.comments }, { count: comments.count });
}

function assertSame(now: number, what: unknown, expected: object, seen: object): void {
  const ours = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined));
  if (isDeepStrictEqual(ours, expected)) return;
  throw new Error(`command ${now} ${JSON.stringify(what)}\n  the model says ${
    JSON.stringify(expected)}\n  the system says ${JSON.stringify(seen)}`);
}
