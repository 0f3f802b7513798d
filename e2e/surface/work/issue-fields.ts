/** The fields of an issue and what they may refer to: the same rules on creation and on a change. */
import { badInput, NOTHING, type WorkRow } from './row.ts';

const references = [
  { field: 'assigneeAgentId', code: 'agent_not_found', foreign: '$zoe' },
  { field: 'parentId', code: 'issue_not_found', foreign: '$zoeIssue' },
  { field: 'projectId', code: 'project_not_found', foreign: '$zoeProject' },
  { field: 'goalId', code: 'goal_not_found', foreign: '$zoeGoal' },
  { field: 'assigneeUserId', code: 'user_not_found', foreign: NOTHING },
  { field: 'labelIds', code: 'label_not_found', foreign: '$zoeLabel', many: true },
  { field: 'blockedByIssueIds', code: 'issue_not_found', foreign: '$zoeIssue', many: true },
] as const;

export const referenceRows = (
  send: (fields: object) => WorkRow['send'],
  first: NonNullable<WorkRow['first']>,
): WorkRow[] =>
  references.flatMap(({ field, code, foreign, ...rest }): WorkRow[] => {
    const value = (id: string) => ({ [field]: 'many' in rest ? [id] : id });
    const at = field;
    return [
      {
        rule: `${field} that is malformed is refused`,
        first,
        send: send(value('me')),
        answers: badInput,
        at: 'many' in rest ? `${field}.0` : at,
      },
      {
        rule: `${field} of an absent thing is refused`,
        first,
        send: send(value(NOTHING)),
        answers: [404, code],
        at,
      },
      {
        rule: `${field} of another company is refused`,
        first,
        send: send(value(foreign)),
        answers: [404, code],
        at,
      },
    ];
  });

export const fieldRows = (
  send: (fields: object) => WorkRow['send'],
  first: NonNullable<WorkRow['first']>,
): WorkRow[] => {
  const bad = (rule: string, fields: object, at: string): WorkRow => ({
    rule,
    first,
    send: send(fields),
    answers: badInput,
    at,
  });
  return [
    bad('a title is not empty', { title: '' }, 'title'),
    bad('a title is not blank', { title: '  ' }, 'title'),
    bad('a title has at most 500 characters', { title: 'x'.repeat(501) }, 'title'),
    bad('a title is text', { title: 7 }, 'title'),
    bad('a title has no NUL', { title: 'a\u0000b' }, 'title'),
    bad('a title has no lone surrogate', { title: 'a\ud800b' }, 'title'),
    bad('a description is text', { description: {} }, 'description'),
    bad('a description has at most 64 KB', { description: 'x'.repeat(65_537) }, 'description'),
    bad('a status is one of seven', { status: 'open' }, 'status'),
    bad('a status is case-sensitive', { status: 'Todo' }, 'status'),
    bad('a priority is one of four', { priority: 'urgent' }, 'priority'),
    bad('labels are a list', { labelIds: 'blue' }, 'labelIds'),
    bad('there are at most 50 labels', { labelIds: Array(51).fill(NOTHING) }, 'labelIds'),
    bad(
      'there are at most 50 blockers',
      { blockedByIssueIds: Array(51).fill(NOTHING) },
      'blockedByIssueIds',
    ),
    {
      rule: 'an issue has at most one assignee',
      first,
      send: send({ assigneeAgentId: '$ann', assigneeUserId: '$una' }),
      answers: [422, 'two_assignees'],
    },
    {
      rule: 'an issue is not assigned to a pending agent',
      first,
      send: send({ assigneeAgentId: '$pia' }),
      answers: [422, 'agent_not_assignable'],
      at: 'assigneeAgentId',
    },
    {
      rule: 'an issue is not assigned to a terminated agent',
      first,
      send: send({ assigneeAgentId: '$tom' }),
      answers: [422, 'agent_not_assignable'],
      at: 'assigneeAgentId',
    },
    {
      rule: 'an issue in progress needs an assignee',
      first,
      send: send({ status: 'in_progress', assigneeAgentId: null }),
      answers: [422, 'assignee_required'],
    },
  ];
};
