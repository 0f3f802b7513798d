/** What the answer to a change says that did not happen, or that a caller may not have expected. */
import type { Mention, OpenChildren } from '@muster/contracts';
import type { Author } from './author.ts';
import { isAssigned } from './assignment.ts';
import { type Blocker, isHeldBack, listOf, noteOfStart } from './blockers.ts';
import { isFinal } from './issue-machine.ts';
import type { IssueState } from './issue-state.ts';
import { type Mentionable, resolveMentions } from './mentions.ts';

export interface Answered {
  readonly issue: IssueState;
  /** What the request has set. */
  readonly asked: { readonly status: boolean; readonly assignee: boolean };
  readonly author: Author;
  readonly openBlockers: readonly Blocker[];
}

export const notesOf = (answered: Answered): string[] =>
  [noteOfWake(answered), noteOfBlockers(answered)].filter((note) => note !== undefined);

/** An agent that assigns an issue to itself needs no waking. */
function noteOfWake({ issue, asked, author, openBlockers }: Answered): string | undefined {
  const { identifier, status, assigneeAgentId } = issue;
  const isOfAnother = assigneeAgentId !== null && assigneeAgentId !== author.agentId;
  if (status === 'backlog') {
    return isOfAnother && asked.assignee
      ? `backlog wakes no agent; PATCH /api/issues/${identifier} {"status":"todo"} does`
      : undefined;
  }
  if (isFinal(status) || !(asked.assignee || asked.status)) return undefined;
  if (!isAssigned(issue)) return noteOfNobody(issue)[0];
  return isOfAnother && isHeldBack(status, openBlockers)
    ? `open issues block it: ${listOf(openBlockers)}; its agent is woken when the last has ended`
    : undefined;
}

/** Of what nobody has: it waits until somebody takes it. */
export const noteOfNobody = ({
  identifier,
  status,
}: Pick<IssueState, 'identifier' | 'status'>): string[] =>
  status === 'backlog'
    ? []
    : [
        `nobody is assigned: no agent is woken; PATCH /api/issues/${identifier} {"assigneeAgentId":…} does`,
      ];

function noteOfBlockers({ issue, asked, openBlockers }: Answered): string | undefined {
  if (openBlockers.length === 0 || !asked.status) return undefined;
  if (issue.status === 'in_progress') return noteOfStart(openBlockers);
  return issue.status === 'done'
    ? `done although open issues block it: ${listOf(openBlockers)}`
    : undefined;
}

/** For an issue that ends before its children. */
export function noteOfOpenChildren({ count, items }: OpenChildren): string[] {
  if (count === 0) return [];
  const names = items.map(({ identifier }) => identifier).join(', ');
  return [`children of it are open: ${names}${count > items.length ? ', …' : ''}`];
}

/** Only comments wake whom they mention. The assignee hears of the issue by its assignment. */
export function noteOfTextMentions(
  { identifier, assigneeAgentId }: IssueState,
  text: string,
  roster: readonly Mentionable[],
  author: Author,
): string[] {
  const { mentions, unresolved } = resolveMentions(text, roster, author.agentId);
  const names = [
    ...mentions.filter(({ agentId }) => agentId !== assigneeAgentId).map(({ name }) => name),
    ...unresolved,
  ];
  if (names.length === 0) return [];
  return [
    `a title or description wakes no agent that it mentions (${atNames(names)}): write a comment, ` +
      `POST /api/issues/${identifier}/comments`,
  ];
}

/** For a comment on what is over, not planned or nobody's, which wakes only whom it mentions. */
export function noteOfQuietComment(
  issue: Pick<IssueState, 'identifier' | 'status' | 'assigneeAgentId' | 'assigneeUserId'>,
  mentions: readonly Mention[],
  /** The answer says already that nobody is assigned. */
  isNobodyTold = false,
): string[] {
  const { identifier, status } = issue;
  if (mentions.some(({ woken }) => woken)) return [];
  if (status === 'backlog') {
    return [
      'nobody is woken: the issue is in the backlog; plan it, ' +
        `PATCH /api/issues/${identifier} {"status":"todo"}, or mention an agent, @Name`,
    ];
  }
  if (!isFinal(status) && !isAssigned(issue) && !isNobodyTold) {
    return [
      'nobody is woken: nobody is assigned; assign an agent, ' +
        `PATCH /api/issues/${identifier} {"assigneeAgentId":…}, or mention an agent, @Name`,
    ];
  }
  return isFinal(status)
    ? [
        `nobody is woken: the issue is ${status}; reopen it, POST /api/issues/${identifier}/reopen, ` +
          'or mention an agent, @Name',
      ]
    : [];
}

/** For a reopening: the open issues that the reopened one blocks. */
export const noteOfDependents = (dependents: readonly Pick<IssueState, 'identifier'>[]): string[] =>
  dependents.length === 0
    ? []
    : [
        `open issues depend on it, and no agent starts them before it has ended again: ${shortListOf(
          dependents.map(({ identifier }) => identifier),
        )}`,
      ];

/** For a comment; nothing if an agent has each name. */
export const noteOfUnresolved = (unresolved: readonly string[]): string[] =>
  unresolved.length === 0
    ? []
    : [`no agent is called ${atNames(unresolved)}: no agent is woken by that`];

/** Names that a note has; the others are in the answer's lists. */
const NAMES_MAX = 10;

const shortListOf = (names: readonly string[]): string =>
  names.slice(0, NAMES_MAX).join(', ') + (names.length > NAMES_MAX ? ', …' : '');

const atNames = (names: readonly string[]): string => shortListOf(names.map((name) => `@${name}`));

/** The notes as the field of an answer, which has none without them. */
export function showNote(notes: readonly string[]): { readonly note?: string } {
  return notes.length === 0 ? {} : { note: notes.join('; ') };
}
