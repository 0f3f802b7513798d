/** Reading one issue. */
import { issue, NOTHING, type Send, type Who, type WorkRow } from './row.ts';

const get = (what: string, by: Who = 'ann'): Send => [`GET /api/issues/${what}`, undefined, by];
const family = {
  root: issue({ projectId: '$project', goalId: '$goal' }),
  middle: issue({ parentId: '$root' }),
  issue: issue({ parentId: '$middle', description: 'So' }),
};
export const readRows: readonly WorkRow[] = [
  {
    rule: 'is read with its ancestors, the nearest first',
    first: family,
    send: get('$issue'),
    answers: 200,
    shows: {
      id: '$issue',
      description: 'So',
      project: null,
      goal: null,
      ancestors: [
        { id: '$middle', project: null, goal: null },
        {
          id: '$root',
          title: 'Work',
          status: 'todo',
          priority: 'medium',
          assigneeAgentId: null,
          description: null,
          projectId: '$project',
          goalId: '$goal',
          project: { id: '$project' },
          goal: { id: '$goal' },
        },
      ],
    },
  },
  {
    rule: 'is read with its project and goal',
    first: family,
    send: get('$root'),
    answers: 200,
    shows: {
      ancestors: [],
      project: {
        id: '$project',
        name: 'Ship',
        description: '',
        status: 'planned',
        goalId: null,
        workspaces: [{ cwd: '/srv/ship' }],
        primaryWorkspace: { cwd: '/srv/ship' },
      },
      goal: { id: '$goal', title: 'Win', description: '', level: 'task', status: 'planned' },
    },
  },
  {
    rule: 'is read by its identifier',
    first: { issue: issue() },
    send: get('$issue.identifier'),
    answers: 200,
    shows: { id: '$issue' },
  },
  {
    rule: 'is read by its identifier in small letters',
    first: { issue: issue() },
    send: get('$issue.identifier.lower'),
    answers: 200,
    shows: { id: '$issue' },
  },
  {
    rule: 'shows its owner the allowed transitions',
    first: { issue: issue({ status: 'in_progress', assigneeAgentId: '$ann' }, 'ann') },
    send: get('$issue'),
    answers: 200,
    shows: { allowedTransitions: ['in_review', 'blocked', 'cancelled'] },
  },
  {
    rule: 'shows another agent no allowed transitions',
    first: { issue: issue({ status: 'in_progress', assigneeAgentId: '$ann' }) },
    send: get('$issue', 'sid'),
    answers: 200,
    shows: { allowedTransitions: [] },
  },
  {
    rule: 'shows no allowed transitions once it is done',
    first: { issue: issue({ status: 'done' }) },
    send: get('$issue', 'board'),
    answers: 200,
    shows: { allowedTransitions: [] },
  },
  { rule: 'is absent if it does not exist', send: get(NOTHING), answers: [404, 'issue_not_found'] },
  {
    rule: 'is absent to another company',
    send: get('$zoeIssue'),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is absent to another company by its identifier',
    send: get('$zoeIssue.identifier'),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is absent under a malformed id',
    send: get('one-and-two'),
    answers: [404, 'issue_not_found'],
  },
];
