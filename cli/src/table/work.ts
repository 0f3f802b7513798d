/** Issues, and the plans that they belong to. */
import type { CommandSpec, Flag } from './command.ts';
import { agent, idempotencyKey, issue, limit } from './flags.ts';

const LIST = ['id=identifier', 'status', 'priority', 'assignee=assigneeAgentId:agent', 'title'];
const ONE = {
  lines: [
    'id=identifier',
    'title',
    'status',
    'priority',
    'assignee=assigneeAgentId:agent',
    'labels',
    'due=dueAt:moment',
    'created=createdAt:moment',
    'changed=updatedAt:moment',
    'note',
  ],
  texts: ['description'],
};
const CHANGED = { sentence: '{identifier} is {status}: {title}' };

const fields: readonly Flag[] = [
  { name: 'description', value: 'text', says: 'Markdown; - reads standard input' },
  { name: 'status', value: 'status', says: 'backlog, todo, in_progress, in_review, blocked, …' },
  { name: 'priority', value: 'priority', says: 'critical, high, medium or low' },
  { name: 'assignee', value: 'agent', says: 'Who does it', field: 'assigneeAgentId', is: 'agent' },
  { name: 'parent', value: 'issue', says: 'What it is a part of', field: 'parentId', is: 'issue' },
  { name: 'project', value: 'project', says: 'Its project', field: 'projectId', is: 'project' },
  { name: 'goal', value: 'goal', says: 'What it is for', field: 'goalId', is: 'goal' },
  { name: 'label', value: 'label', says: 'A label', field: 'labelIds', is: 'label', isList: true },
  {
    name: 'blocked-by',
    value: 'issue',
    says: 'What has to end before it',
    field: 'blockedByIssueIds',
    is: 'issue',
    isList: true,
  },
  { name: 'due', value: 'moment', says: 'As 2026-12-24T17:00:00Z', field: 'dueAt' },
];

export const workCommands: readonly CommandSpec[] = [
  {
    path: 'issue list',
    says: 'Issues, the most urgent first',
    flags: [
      { name: 'status', value: 'status', says: 'Only these', isList: true },
      { name: 'priority', value: 'priority', says: 'Only these', isList: true },
      {
        name: 'assignee',
        value: 'agent',
        says: 'Only those of this agent',
        field: 'assigneeAgentId',
        is: 'agent',
      },
      { name: 'unassigned', says: 'Only those that nobody has' },
      { name: 'project', value: 'project', says: 'Only its', field: 'projectId', is: 'project' },
      { name: 'parent', value: 'issue', says: 'Only its parts', field: 'parentId', is: 'issue' },
      { name: 'search', value: 'words', says: 'Only those with these words', field: 'q' },
      { name: 'sort', value: 'order', says: 'priority, updated or created' },
      limit,
    ],
    call: { operation: 'listIssues', form: { columns: LIST } },
    example: 'issue list --status todo,in_progress --assignee ada',
  },
  {
    path: 'issue show',
    says: 'One issue',
    args: [issue],
    call: { operation: 'getIssue', form: ONE },
  },
  {
    path: 'issue create',
    says: 'Make an issue',
    args: [{ name: 'title', says: 'What is to be done' }],
    flags: [...fields, idempotencyKey],
    call: { operation: 'createIssue', form: CHANGED },
    example: 'issue create "Write the release notes" --assignee ada --status todo',
  },
  {
    path: 'issue update',
    says: 'Change an issue',
    args: [issue],
    flags: [
      { name: 'title', value: 'text', says: 'What is to be done' },
      ...fields,
      { name: 'comment', value: 'text', says: 'Say why; - reads standard input' },
      {
        name: 'if-version',
        value: 'number',
        says: 'Only if nobody has changed it since',
        field: 'ifVersion',
      },
      idempotencyKey,
    ],
    call: { operation: 'updateIssue', form: CHANGED },
    example: 'issue update ACM-12 --status done --comment "Sent."',
  },
  {
    path: 'issue comment',
    says: 'Comment on an issue; @name wakes an agent',
    args: [issue, { name: 'body', says: 'Markdown; - reads standard input' }],
    flags: [idempotencyKey],
    call: { operation: 'addComment', form: { sentence: 'Commented. {note}' } },
  },
  {
    path: 'issue comments',
    says: 'The comments of an issue',
    args: [issue],
    flags: [limit],
    call: {
      operation: 'listComments',
      form: { columns: ['at=createdAt:moment', 'by=authorName', 'says=body'] },
    },
  },
  {
    path: 'issue claim',
    says: 'Take an issue for an agent',
    args: [issue],
    flags: [
      {
        name: 'agent',
        value: 'agent',
        says: 'For whom; without it the caller',
        field: 'agentId',
        is: 'agent',
      },
      {
        name: 'from',
        value: 'status',
        says: 'Only from these statuses (todo)',
        field: 'expectedStatuses',
        isList: true,
      },
      idempotencyKey,
    ],
    call: {
      operation: 'checkoutIssue',
      form: CHANGED,
      defaults: { agentId: 'me', expectedStatuses: ['todo'] },
    },
  },
  {
    path: 'issue release',
    says: 'Give an issue back',
    args: [issue],
    flags: [idempotencyKey],
    call: { operation: 'releaseIssue', form: CHANGED },
  },
  {
    path: 'issue reopen',
    says: 'Take up again what has ended',
    args: [issue],
    flags: [
      { name: 'comment', value: 'text', says: 'Say why; - reads standard input' },
      idempotencyKey,
    ],
    call: { operation: 'reopenIssue', form: CHANGED },
  },
  {
    path: 'issue cost',
    says: 'What an issue has cost',
    args: [issue],
    call: {
      operation: 'getIssueCosts',
      form: {
        lines: ['spent=costCents:cents', 'input tokens=inputTokens', 'output tokens=outputTokens'],
      },
    },
  },
  {
    path: 'project list',
    says: 'Projects',
    flags: [limit],
    call: {
      operation: 'listProjects',
      form: { columns: ['name', 'status', 'lead=leadAgentId:agent', 'id'] },
    },
  },
  {
    path: 'goal list',
    says: 'Goals',
    flags: [limit],
    call: { operation: 'listGoals', form: { columns: ['title', 'level', 'status', 'id'] } },
  },
  {
    path: 'label list',
    says: 'Labels',
    flags: [limit],
    call: { operation: 'listLabels', form: { columns: ['name', 'color', 'id'] } },
  },
  {
    path: 'routine list',
    says: 'Routines, which make issues by a clock',
    flags: [limit],
    call: {
      operation: 'listRoutines',
      form: { columns: ['name', 'status', 'next=nextFireAt:moment', 'fired:count', 'id'] },
    },
  },
  {
    path: 'routine run',
    says: 'Make the issue of a routine now',
    args: [{ name: 'routine', says: 'Its id', field: 'routineId' }],
    flags: [idempotencyKey],
    call: { operation: 'runRoutine', form: { sentence: 'The routine has {outcome}. {reason}' } },
  },
  {
    path: 'issue mine',
    says: 'What the agent of this credential has to do',
    flags: [limit],
    call: { operation: 'getInbox', form: { columns: LIST } },
  },
  {
    path: 'agent issues',
    says: 'Open issues of an agent',
    args: [{ ...agent, field: 'assigneeAgentId' }],
    flags: [limit],
    call: {
      operation: 'listIssues',
      form: { columns: LIST },
      fixed: { status: ['todo', 'in_progress', 'in_review', 'blocked'] },
    },
  },
];
