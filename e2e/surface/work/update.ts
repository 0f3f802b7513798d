/** Changing an issue. */
import { expect } from 'vitest';
import { assignmentRows } from './assignments.ts';
import { fieldRows, referenceRows } from './issue-fields.ts';
import { issue, NOTHING, patch, priorities, type WorkRow } from './row.ts';

const one = { issue: issue() };
const begun = { issue: issue({ status: 'in_progress', assigneeAgentId: '$ann' }) };

export const updateRows: readonly WorkRow[] = [
  {
    rule: 'is found by its id',
    first: one,
    send: patch({ title: 'New' }),
    answers: 200,
    shows: { id: '$issue', title: 'New', version: 2, comment: null },
  },
  {
    rule: 'is found by its identifier',
    first: one,
    send: ['PATCH /api/issues/$issue.identifier', { title: 'New' }],
    answers: 200,
    shows: { id: '$issue', title: 'New' },
  },
  {
    rule: 'loses its description',
    first: { issue: issue({ description: 'So' }) },
    send: patch({ description: null }),
    answers: 200,
    shows: { description: null, version: 2 },
  },
  ...priorities.map((priority): WorkRow => ({
    rule: `may become ${priority}`,
    first: one,
    send: patch({ priority }),
    answers: 200,
    shows: { priority },
  })),
  ...fieldRows(patch, one),
  ...referenceRows(patch, one),
  {
    rule: 'keeps its version if nothing changes',
    first: one,
    send: patch({ status: 'todo', title: 'Work', priority: 'medium' }),
    answers: 200,
    shows: { version: 1 },
  },
  {
    rule: 'keeps its version with an empty change',
    first: one,
    send: patch({}),
    answers: 200,
    shows: { version: 1, comment: null },
  },
  {
    rule: 'is moved into a project',
    first: one,
    send: patch({ projectId: '$project' }),
    answers: 200,
    shows: { projectId: '$project' },
  },
  {
    rule: 'is moved out of a project',
    first: { issue: issue({ projectId: '$project' }) },
    send: patch({ projectId: null }),
    answers: 200,
    shows: { projectId: null },
  },
  {
    rule: 'is given a goal',
    first: one,
    send: patch({ goalId: '$goal' }),
    answers: 200,
    shows: { goalId: '$goal' },
  },
  {
    rule: 'is given labels',
    first: one,
    send: patch({ labelIds: ['$label'] }),
    answers: 200,
    shows: { labelIds: ['$label'], labels: [{ name: 'Blue' }] },
  },
  {
    rule: 'loses its labels',
    first: { issue: issue({ labelIds: ['$label'] }) },
    send: patch({ labelIds: [] }),
    answers: 200,
    shows: { labelIds: [], labels: [] },
  },
  {
    rule: 'gets a parent',
    first: { parent: issue(), ...one },
    send: patch({ parentId: '$parent' }),
    answers: 200,
    shows: { parentId: '$parent' },
  },
  {
    rule: 'is not its own parent',
    first: one,
    send: patch({ parentId: '$issue' }),
    answers: [422, 'would_make_cycle'],
    at: 'parentId',
  },
  {
    rule: 'is not part of one of its parts',
    first: { ...one, child: issue({ parentId: '$issue' }) },
    send: patch({ parentId: '$child' }),
    answers: [422, 'would_make_cycle'],
    at: 'parentId',
  },
  {
    rule: 'is blocked by other issues',
    first: { other: issue(), ...one },
    send: patch({ blockedByIssueIds: ['$other'] }),
    answers: 200,
    shows: { blockedByIssueIds: ['$other'] },
  },
  {
    rule: 'is not blocked by itself',
    first: one,
    send: patch({ blockedByIssueIds: ['$issue'] }),
    answers: [422, 'would_make_cycle'],
    at: 'blockedByIssueIds',
  },
  {
    rule: 'is not blocked by an issue that it blocks',
    first: { ...one, other: issue({ blockedByIssueIds: ['$issue'] }) },
    send: patch({ blockedByIssueIds: ['$other'] }),
    answers: [422, 'would_make_cycle'],
    at: 'blockedByIssueIds',
  },

  {
    rule: 'is changed with the current version',
    first: one,
    send: patch({ title: 'New' }, 'ann', { 'if-match': '"1"' }),
    answers: 200,
  },
  {
    rule: 'is not changed with a stale version',
    first: one,
    send: patch({ title: 'New' }, 'ann', { 'if-match': '"2"' }),
    answers: [412, 'version_mismatch'],
  },
  {
    rule: 'refuses a version that is no number',
    first: one,
    send: patch({ title: 'New' }, 'ann', { 'if-match': 'latest' }),
    answers: [400, 'invalid_input'],
    at: 'If-Match',
  },

  {
    rule: 'is answered with the comment that the change creates',
    first: one,
    send: patch({ title: 'New', comment: 'So.' }, 'ann'),
    answers: 200,
    shows: { title: 'New', comment: { body: 'So.', authorAgentId: '$ann', issueId: '$issue' } },
  },
  {
    rule: 'keeps status and version with only a comment',
    first: begun,
    send: patch({ comment: 'So.' }, 'sid'),
    answers: 200,
    shows: { status: 'in_progress', version: 1, comment: { body: 'So.' } },
  },
  {
    rule: 'takes a comment when it is done',
    first: { issue: issue({ status: 'done' }) },
    send: patch({ comment: 'Well done.' }, 'ann'),
    answers: 200,
    shows: { status: 'done' },
  },
  {
    rule: 'refuses an empty comment',
    first: one,
    send: patch({ comment: '' }),
    answers: [400, 'invalid_input'],
    at: 'comment',
  },
  {
    rule: 'gets no comment from a refused change',
    first: begun,
    send: patch({ status: 'todo', comment: 'Back.' }, 'ann'),
    answers: [422, 'illegal_transition'],
  },

  ...assignmentRows,
  {
    rule: 'is assigned and started in one request',
    first: one,
    send: patch({ assigneeAgentId: '$ann', status: 'in_progress' }),
    answers: 200,
    shows: { status: 'in_progress', startedAt: expect.any(String) },
  },
  {
    rule: 'is not started for a pending agent',
    first: one,
    send: patch({ assigneeAgentId: '$pia', status: 'in_progress' }),
    answers: [422, 'agent_not_assignable'],
  },

  {
    rule: 'is absent if it does not exist',
    send: [`PATCH /api/issues/${NOTHING}`, { title: 'New' }],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is absent under an unused identifier',
    send: ['PATCH /api/issues/$company.issuePrefix-99999', { title: 'New' }],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is absent under a malformed identifier',
    send: ['PATCH /api/issues/first', { title: 'New' }],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is absent to another company',
    send: ['PATCH /api/issues/$zoeIssue', {}, 'ann'],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is not changed in an archived company',
    send: ['PATCH /api/issues/$oldIssue', { title: 'New' }],
    answers: [422, 'company_archived'],
  },
];
