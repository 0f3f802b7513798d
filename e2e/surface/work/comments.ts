/** Comments, and whom they mention. */
import { expect } from 'vitest';
import { badInput, issue, NOTHING } from './row.ts';
import type { Send, Who, WorkRow } from './row.ts';

const one = { issue: issue() };
const say = (body: string, by: Who = 'board'): Send =>
  ['POST /api/issues/$issue/comments', { body }, by];
const list = (query = '', by: Who = 'ann'): Send =>
  [`GET /api/issues/$issue/comments${query}`, undefined, by];
const three = { ...one, a: say('a'), b: say('b', 'ann'), c: say('c') };

/** The other comment is on another issue. */
const elsewhere = {
  before: issue(), other: ['POST /api/issues/$before/comments', { body: 'a' }] as Send, ...one,
};

const ann = { agentId: '$ann', name: 'Ann Lee', woken: false, reason: 'wake_on_demand_off' };
const bob = { ...ann, agentId: '$bob', name: 'Bob' };
const rae = { agentId: '$rae', name: 'Rae', woken: true, reason: null };

/** What is written, and who is meant. */
const mentioned: readonly [body: string, mentions: readonly object[]][] = [
  ['@Bob look', [bob]], ['@bob look', [bob]], ['@BOB', [bob]], ['look,@Bob.', [bob]],
  ['@Ann Lee look', [ann]], ['@ann lee: look', [ann]], ['(@Ann Lee)', [ann]],
  ['**@Ann Lee**', [ann]], ['@Ann', []], ['@Ann Leeward', []], ['@Bobby', []], ['@Bob_', []],
  ["@Bob's", [bob]], ['@Bob-x', [bob]], ['a@Bob', []], ['me@bob.example', []], ['Bob', []],
  ['`@Bob`', []], ['``a ` @Bob``', []], ['```\n@Bob\n```', []], ['~~~\n@Bob\n~~~', []],
  ['```\n@Bob', []], ['@Bob @Ann Lee @Bob', [bob, ann]], ['@Tom @Pia @Zoe', []],
  ['@Rae', [rae]], ['@Wake 10', [{ name: 'Wake 10' }]], ['@Wake 1', [{ name: 'Wake 1' }]],
];
const twentyOne = Array.from({ length: 21 }, (_, index) => `@Wake ${index + 1}`);

export const commentRows: readonly WorkRow[] = [
  {
    rule: 'is written by the caller', first: one, send: say('**So.**', 'ann'), answers: 201,
    shows: {
      companyId: '$company', issueId: '$issue', body: '**So.**', authorAgentId: '$ann',
      authorUserId: null, authorName: 'Ann Lee', mentions: [], runId: null,
      createdAt: expect.any(String),
    },
  },
  { rule: 'is written by the board', first: one, send: say('So.'), answers: 201,
    shows: { authorAgentId: null, authorUserId: '$boardUser' } },
  { rule: 'is written by a paused agent', first: one, send: say('So.', 'pat'), answers: 201 },
  { rule: 'is written on what is over', first: { issue: issue({ status: 'cancelled' }) },
    send: say('So.', 'ann'), answers: 201 },
  { rule: 'is written under an identifier in any case', first: one,
    send: ['POST /api/issues/$issue.identifier/comments', { body: 'So.' }], answers: 201,
    shows: { issueId: '$issue' } },
  { rule: 'takes 64 KB', first: one, send: say('x'.repeat(65_536)), answers: 201 },
  { rule: 'takes no more', first: one, send: say('x'.repeat(65_537)), answers: badInput,
    at: 'body' },
  { rule: 'is not empty', first: one, send: say(''), answers: badInput, at: 'body' },
  { rule: 'has a body', first: one, send: ['POST /api/issues/$issue/comments', {}],
    answers: badInput, at: 'body' },
  { rule: 'is text', first: one, send: ['POST /api/issues/$issue/comments', { body: ['So.'] }],
    answers: badInput, at: 'body' },
  { rule: 'has an issue', send: [`POST /api/issues/${NOTHING}/comments`, { body: 'So.' }],
    answers: [404, 'issue_not_found'] },
  { rule: 'has an issue of the company',
    send: ['POST /api/issues/$zoeIssue/comments', { body: 'So.' }, 'ann'],
    answers: [404, 'issue_not_found'] },
  { rule: 'is not written in an archived company',
    send: ['POST /api/issues/$oldIssue/comments', { body: 'So.' }, 'art'],
    answers: [422, 'company_archived'] },

  ...mentioned.map(([body, mentions]): WorkRow => ({
    rule: `means ${mentions.length} by ${JSON.stringify(body)}`, first: one, send: say(body),
    answers: 201, shows: { mentions },
  })),
  { rule: 'does not mean its author', first: one, send: say('@Bob @Ann Lee', 'bob'), answers: 201,
    shows: { mentions: [ann] } },
  { rule: 'means agents in the comment of a change', first: one,
    send: ['PATCH /api/issues/$issue', { comment: '@Rae' }, 'ann'], answers: 200,
    shows: { comment: { mentions: [rae] } } },
  {
    rule: 'wakes no more than twenty', first: one, send: say(twentyOne.join(' ')), answers: 201,
    shows: {
      mentions: twentyOne.map((name, index) => ({
        name: name.slice(1), woken: index < 20, reason: index < 20 ? null : 'too_many_wakes',
      })),
    },
  },

  { rule: 'are listed oldest first', first: three, send: list(), answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }, { id: '$c' }] },
  { rule: 'are listed oldest first if asked', first: three, send: list('?order=asc'), answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }, { id: '$c' }] },
  { rule: 'are listed newest first if asked', first: three, send: list('?order=desc'),
    answers: 200, shows: [{ id: '$c' }, { id: '$b' }, { id: '$a' }] },
  { rule: 'are listed strictly after one', first: three, send: list('?after=$a'), answers: 200,
    shows: [{ id: '$b' }, { id: '$c' }] },
  { rule: 'are listed after one, newest first', first: three, send: list('?after=$a&order=desc'),
    answers: 200, shows: [{ id: '$c' }, { id: '$b' }] },
  { rule: 'are listed in pages', first: three, send: list('?limit=2'), answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }], heads: { link: 'rel="next"' } },
  { rule: 'are listed to anybody in the company', first: one, send: list('', 'sid'), answers: 200,
    shows: [] },
  { rule: 'are listed in one of two orders', first: one, send: list('?order=up'),
    answers: badInput, at: 'order' },
  { rule: 'are listed in pages of something', first: one, send: list('?limit=0'),
    answers: badInput, at: 'limit' },
  { rule: 'are listed on from their own cursor', first: one, send: list('?cursor=abc'),
    answers: [400, 'invalid_cursor'] },
  { rule: 'are listed after a comment', first: one, send: list('?after=first'),
    answers: badInput, at: 'after' },
  { rule: 'are listed after a comment that is there', first: one, send: list(`?after=${NOTHING}`),
    answers: [404, 'comment_not_found'] },
  { rule: 'are listed after a comment on the same issue',
    first: elsewhere, send: list('?after=$other'),
    answers: [404, 'comment_not_found'] },
  { rule: 'are listed where an issue is', send: [`GET /api/issues/${NOTHING}/comments`],
    answers: [404, 'issue_not_found'] },

  { rule: 'is read', first: three, send: ['GET /api/issues/$issue/comments/$b', undefined, 'sid'],
    answers: 200, shows: { id: '$b', body: 'b', authorName: 'Ann Lee' } },
  { rule: 'is read under its identifier', first: three,
    send: ['GET /api/issues/$issue.identifier/comments/$b'], answers: 200, shows: { id: '$b' } },
  { rule: 'is read if it is there', first: one,
    send: [`GET /api/issues/$issue/comments/${NOTHING}`], answers: [404, 'comment_not_found'] },
  { rule: 'is read under its own issue only', first: elsewhere,
    send: ['GET /api/issues/$issue/comments/$other'], answers: [404, 'comment_not_found'] },
  { rule: 'is read under an issue', first: three,
    send: [`GET /api/issues/${NOTHING}/comments/$b`], answers: [404, 'issue_not_found'] },
];
