/** Writing, listing and reading comments. */
import { expect } from 'vitest';
import { badInput, comment, issue, NOTHING, type Send, type Who, type WorkRow } from './row.ts';

const one = { issue: issue() };
const list = (query = '', by: Who = 'ann'): Send => [
  `GET /api/issues/$issue/comments${query}`,
  undefined,
  by,
];
const three = { ...one, a: comment('a'), b: comment('b', 'ann'), c: comment('c') };

const redact = (by: Who = 'board', body: object = {}, id = '$a'): Send => [
  `POST /api/issues/$issue/comments/${id}/redact`,
  body,
  by,
];

/** Two issues, with a comment on the other one. */
const onOtherIssue = {
  before: issue(),
  other: ['POST /api/issues/$before/comments', { body: 'a' }] as Send,
  ...one,
};

export const commentRows: readonly WorkRow[] = [
  {
    rule: 'is written by the caller',
    first: one,
    send: comment('**So.**', 'ann'),
    answers: 201,
    shows: {
      companyId: '$company',
      issueId: '$issue',
      body: '**So.**',
      authorAgentId: '$ann',
      authorUserId: null,
      authorName: 'Ann Lee',
      mentions: [],
      runId: null,
      createdAt: expect.any(String),
    },
  },
  {
    rule: 'is written by the board',
    first: one,
    send: comment('So.'),
    answers: 201,
    shows: { authorAgentId: null, authorUserId: '$boardUser' },
  },
  {
    rule: 'is written by a paused agent on its work in hand',
    first: { issue: issue({ assigneeAgentId: '$pat' }) },
    send: comment('So.', 'pat'),
    answers: 201,
  },
  {
    rule: 'is not written by a paused agent elsewhere',
    first: one,
    send: comment('So.', 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not written by an agent of a paused company elsewhere',
    send: ['POST /api/issues/$otherIssue/comments', { body: 'So.' }, 'pam'],
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is written on an issue that is cancelled',
    first: { issue: issue({ status: 'cancelled' }) },
    send: comment('So.', 'ann'),
    answers: 201,
  },
  {
    rule: 'is written by the identifier of the issue',
    first: one,
    send: ['POST /api/issues/$issue.identifier/comments', { body: 'So.' }],
    answers: 201,
    shows: { issueId: '$issue' },
  },
  { rule: 'may have 64 KB', first: one, send: comment('x'.repeat(65_536)), answers: 201 },
  {
    rule: 'may not have more than 64 KB',
    first: one,
    send: comment('x'.repeat(65_537)),
    answers: badInput,
    at: 'body',
  },
  { rule: 'may not be empty', first: one, send: comment(''), answers: badInput, at: 'body' },
  {
    rule: 'needs a body',
    first: one,
    send: ['POST /api/issues/$issue/comments', {}],
    answers: badInput,
    at: 'body',
  },
  {
    rule: 'must be text',
    first: one,
    send: ['POST /api/issues/$issue/comments', { body: ['So.'] }],
    answers: badInput,
    at: 'body',
  },
  {
    rule: 'needs an existing issue',
    send: [`POST /api/issues/${NOTHING}/comments`, { body: 'So.' }],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'needs an issue of the company',
    send: ['POST /api/issues/$zoeIssue/comments', { body: 'So.' }, 'ann'],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is not written in an archived company',
    send: ['POST /api/issues/$oldIssue/comments', { body: 'So.' }, 'art'],
    answers: [422, 'company_archived'],
  },

  {
    rule: 'are listed oldest first',
    first: three,
    send: list(),
    answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }, { id: '$c' }],
  },
  {
    rule: 'are listed oldest first if asked',
    first: three,
    send: list('?order=asc'),
    answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }, { id: '$c' }],
  },
  {
    rule: 'are listed newest first if asked',
    first: three,
    send: list('?order=desc'),
    answers: 200,
    shows: [{ id: '$c' }, { id: '$b' }, { id: '$a' }],
  },
  {
    rule: 'are listed strictly after one',
    first: three,
    send: list('?after=$a'),
    answers: 200,
    shows: [{ id: '$b' }, { id: '$c' }],
  },
  {
    rule: 'are listed after one, newest first',
    first: three,
    send: list('?after=$a&order=desc'),
    answers: 200,
    shows: [{ id: '$c' }, { id: '$b' }],
  },
  {
    rule: 'are listed in pages',
    first: three,
    send: list('?limit=2'),
    answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }],
    heads: { link: 'rel="next"' },
  },
  {
    rule: 'are listed for every caller in the company',
    first: one,
    send: list('', 'sid'),
    answers: 200,
    shows: [],
  },
  {
    rule: 'are listed in ascending or descending order only',
    first: one,
    send: list('?order=up'),
    answers: badInput,
    at: 'order',
  },
  {
    rule: 'are not listed with a limit of 0',
    first: one,
    send: list('?limit=0'),
    answers: badInput,
    at: 'limit',
  },
  {
    rule: 'are not listed with a foreign cursor',
    first: one,
    send: list('?cursor=abc'),
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'are not listed after a malformed id',
    first: one,
    send: list('?after=first'),
    answers: badInput,
    at: 'after',
  },
  {
    rule: 'are not listed after an absent comment',
    first: one,
    send: list(`?after=${NOTHING}`),
    answers: [404, 'comment_not_found'],
  },
  {
    rule: 'are not listed after a comment on another issue',
    first: onOtherIssue,
    send: list('?after=$other'),
    answers: [404, 'comment_not_found'],
  },
  {
    rule: 'are not listed for an absent issue',
    send: [`GET /api/issues/${NOTHING}/comments`],
    answers: [404, 'issue_not_found'],
  },

  {
    rule: 'is read',
    first: three,
    send: ['GET /api/issues/$issue/comments/$b', undefined, 'sid'],
    answers: 200,
    shows: { id: '$b', body: 'b', authorName: 'Ann Lee' },
  },
  {
    rule: 'is read by the identifier of its issue',
    first: three,
    send: ['GET /api/issues/$issue.identifier/comments/$b'],
    answers: 200,
    shows: { id: '$b' },
  },
  {
    rule: 'is absent if it does not exist',
    first: one,
    send: [`GET /api/issues/$issue/comments/${NOTHING}`],
    answers: [404, 'comment_not_found'],
  },
  {
    rule: 'is read under its own issue only',
    first: onOtherIssue,
    send: ['GET /api/issues/$issue/comments/$other'],
    answers: [404, 'comment_not_found'],
  },
  {
    rule: 'is absent under an absent issue',
    first: three,
    send: [`GET /api/issues/${NOTHING}/comments/$b`],
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'is redacted by the board, which leaves who has done it and why',
    first: three,
    send: redact('board', { reason: 'A key.' }),
    answers: 200,
    shows: {
      id: '$a',
      body: '[redacted]',
      redacted: expect.objectContaining({ byAgentId: null, reason: 'A key.' }),
    },
  },
  {
    rule: 'is redacted for a reason that has words',
    first: three,
    send: redact('board', { reason: ' ' }),
    answers: badInput,
    at: 'reason',
  },
  {
    rule: 'is redacted by no agent outside a run',
    first: three,
    send: redact('ann', {}, '$b'),
    answers: [403, 'not_the_author'],
  },
  {
    rule: 'is redacted by no other agent',
    first: three,
    send: redact('max', {}, '$b'),
    answers: [403, 'not_the_author'],
  },
  {
    rule: 'is redacted on its own issue',
    first: onOtherIssue,
    send: redact('board', {}, '$other'),
    answers: [404, 'comment_not_found'],
  },
  {
    rule: 'is redacted in the own company',
    first: three,
    send: redact('zoe'),
    answers: [404, 'issue_not_found'],
  },
];
