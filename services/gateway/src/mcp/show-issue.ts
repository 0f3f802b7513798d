/** An issue as a model reads it: facts, and under `said` what others have written. */
import type { HeartbeatContext, Issue, IssuePriority, IssueRow } from '@muster/contracts';
import { authorOf, makerOf, minuteOf } from './domain/author.ts';
import { cut } from './domain/fit.ts';
import { noteForTools } from './domain/hint-for-tools.ts';
import { showQuestions } from './show-questions.ts';

type Row = IssueRow;

/** Of parents, blockers, approvals and open children each: the nearest and the first ones. */
const LINKS_SHOWN = 10;

/** Fields of a row of a list. */
export const rowFields = [
  'identifier',
  'title',
  'status',
  'priority',
  'assigneeAgentId',
  'assigneeUserId',
  'createdByAgentId',
  'createdByUserId',
  'updatedAt',
] as const;

type Assignees = Pick<Row, 'assigneeAgentId' | 'assigneeUserId'>;

/** The model's own id is no news to it. */
export function assigneeOf(row: Assignees, self: string): string | undefined {
  const { assigneeAgentId: agent, assigneeUserId: user } = row;
  if (agent === self || user === self) return 'me';
  if (agent) return `agent ${agent}`;
  return user ? `board ${user}` : undefined;
}

/** Most issues are of the usual one, which is not told. */
export const priorityOf = ({ priority }: Pick<Row, 'priority'>): IssuePriority | undefined =>
  priority === 'medium' ? undefined : priority;

export const showRow = (row: Row, self: string, textMax: number) => ({
  issue: row.identifier,
  status: row.status,
  priority: priorityOf(row),
  assignee: assigneeOf(row, self),
  changed: minuteOf(row.updatedAt),
  said: { by: makerOf(row), title: cut(row.title, textMax), inDocuments: row.foundInDocuments },
});

/** What a change leaves behind: enough to go on with. */
export const showChanged = (
  { identifier, status, version, note, ...row }: Issue & { readonly note?: string | undefined },
  self: string,
  replayed: boolean,
) => ({
  issue: identifier,
  status,
  assignee: assigneeOf(row, self),
  version,
  repeated: replayed || undefined,
  ...(note === undefined ? {} : { said: { note: cut(noteForTools(note), NOTE_MAX) } }),
});

/** Of what did not happen; longer where many blockers or names are listed. */
const NOTE_MAX = 300;

type Comments = Readonly<HeartbeatContext['comments']['items']>;

/** Author, time and text: names of the three at each comment would be more bytes than short remarks. */
export const showComment = (comment: Comments[number], textMax: number) => [
  authorOf(comment),
  minuteOf(comment.createdAt),
  cut(comment.body, textMax),
];

export interface ShownContext {
  readonly context: HeartbeatContext;
  readonly comments: Comments;
  readonly self: string;
  readonly textMax: number;
}

export function showContext({ context, comments, self, textMax }: ShownContext) {
  const { issue, project, goal, ancestors, blockers, approvals, allowedTransitions } = context;
  const { openChildren } = context;
  return {
    issue: issue.identifier,
    status: issue.status,
    priority: priorityOf(issue),
    assignee: assigneeOf(issue, self),
    version: issue.version,
    mayMoveTo: allowedTransitions,
    approvals: approvals
      ?.slice(0, LINKS_SHOWN)
      .map(({ id, type, status }) => ({ id, type, status })),
    unavailable: context.unavailable,
    notShown: notShown(context),
    truncated: context.truncated,
    said: {
      by: makerOf(issue),
      title: cut(issue.title, textMax),
      description: cut(issue.description, textMax),
      above: ancestors
        .slice(0, LINKS_SHOWN)
        .map((one) => `${one.identifier} ${cut(one.title, textMax)}`),
      project: cut(project?.name, textMax),
      goal: cut(goal?.title, textMax),
      workspace: project?.primaryWorkspace && {
        cwd: cut(project.primaryWorkspace.cwd, textMax),
        repoUrl: cut(project.primaryWorkspace.repoUrl, textMax),
        repoRef: cut(project.primaryWorkspace.repoRef, textMax),
      },
      waitsFor: blockers
        .slice(0, LINKS_SHOWN)
        .map((one) => `${one.identifier} (${one.status}) ${cut(one.title, textMax)}`),
      openParts: openChildren?.items
        .slice(0, LINKS_SHOWN)
        .map((one) => `${one.identifier} (${one.status}) ${cut(one.title, textMax)}`),
      questions: showQuestions(context.questions, self, textMax),
      documents: context.documents?.items.map(
        ({ key, version, bytes }) => `${key} (version ${version}, ${bytes} bytes)`,
      ),
      comments: comments.map((comment) => showComment(comment, textMax)),
    },
  };
}

/** How many parents, blockers, approvals, open children and documents an answer leaves out. */
function notShown(context: HeartbeatContext): Record<string, number> {
  const { ancestors, blockers, approvals, openChildren, documents } = context;
  const all = {
    above: ancestors.length,
    waitsFor: blockers.length,
    approvals: approvals?.length ?? 0,
    openParts: openChildren?.count ?? 0,
    documents: documents?.count ?? 0,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, length]) =>
      length > LINKS_SHOWN ? [[name, length - LINKS_SHOWN]] : [],
    ),
  );
}
