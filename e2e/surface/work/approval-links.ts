/** Links between issues and approvals. */
import { add, badInput, issue, NOTHING, type Send, type Who, type WorkRow } from './row.ts';

const link = (id = '$approval', by: Who = 'ann'): Send => [
  'POST /api/issues/$issue/approvals',
  { approvalId: id },
  by,
];
const unlink = (id = '$approval', by: Who = 'ann'): Send => [
  `DELETE /api/issues/$issue/approvals/${id}`,
  undefined,
  by,
];
const one = { issue: issue() };
const asked = {
  ...one,
  other: issue(),
  asked: add(
    'approvals',
    {
      type: 'request_board_approval',
      payload: { title: 'Hm' },
      issueIds: ['$issue', '$other'],
    },
    'ann',
  ),
};

/** As many issues as may be linked to one approval; the first fifty are linked on creation. */
const numbers = Array.from({ length: 200 }, (_, number) => number);
const fullyLinked: Readonly<Record<string, Send>> = {
  ...one,
  ...Object.fromEntries(numbers.map((number) => [`i${number}`, issue()])),
  linked: add(
    'approvals',
    {
      type: 'request_board_approval',
      payload: { title: 'All' },
      issueIds: numbers.slice(0, 50).map((number) => `$i${number}`),
    },
    'ann',
  ),
  ...Object.fromEntries(
    numbers
      .slice(50)
      .map((number) => [
        `l${number}`,
        [`POST /api/issues/$i${number}/approvals`, { approvalId: '$linked' }, 'ann'],
      ]),
  ),
};

export const approvalLinkRows: readonly WorkRow[] = [
  {
    rule: 'links an approval and answers with the linked ones',
    first: one,
    send: link(),
    answers: 201,
    shows: [{ id: '$approval', type: 'request_board_approval', status: 'pending' }],
  },
  {
    rule: 'links an approval once only',
    first: { ...one, a: link() },
    send: link(),
    answers: 201,
    shows: [{ id: '$approval' }],
  },
  {
    rule: 'links at most two hundred issues to an approval',
    first: fullyLinked,
    send: link('$linked'),
    answers: [422, 'too_many_links'],
  },
  {
    rule: 'links an approval to an issue by its identifier',
    first: one,
    send: ['POST /api/issues/$issue.identifier/approvals', { approvalId: '$approval' }],
    answers: 201,
    shows: [{ id: '$approval' }],
  },
  {
    rule: 'lists linked approvals',
    first: { ...one, a: link() },
    send: ['GET /api/issues/$issue/approvals', undefined, 'sid'],
    answers: 200,
    shows: [{ id: '$approval' }],
  },
  {
    rule: 'lists linked approvals in pages',
    first: { ...one, a: link() },
    send: ['GET /api/issues/$issue/approvals?limit=1'],
    answers: 200,
    shows: [{ id: '$approval' }],
  },
  {
    rule: 'refuses a foreign cursor for linked approvals',
    first: one,
    send: ['GET /api/issues/$issue/approvals?cursor=abc'],
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'is listed with the issues of an approval',
    first: asked,
    send: ['GET /api/approvals/$asked/issues', undefined, 'sid'],
    answers: 200,
    shows: [{ id: '$issue' }, { id: '$other' }],
  },
  {
    rule: 'is listed in pages of the issues of an approval',
    first: asked,
    send: ['GET /api/approvals/$asked/issues?limit=1'],
    answers: 200,
    shows: [{ id: '$issue' }],
    heads: { link: 'rel="next"' },
  },
  {
    rule: 'refuses a foreign cursor for the issues of an approval',
    first: asked,
    send: ['GET /api/approvals/$asked/issues?cursor=abc'],
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'has no list for an absent approval',
    send: [`GET /api/approvals/${NOTHING}/issues`],
    answers: [404, 'approval_not_found'],
  },
  {
    rule: 'removes a link',
    first: { ...one, a: link() },
    send: unlink(),
    answers: 200,
    shows: { ok: true },
  },
  {
    rule: 'removes an absent link without an error',
    first: one,
    send: unlink(),
    answers: 200,
    shows: { ok: true },
  },
  {
    rule: 'refuses a link without an approval',
    first: one,
    send: ['POST /api/issues/$issue/approvals', {}],
    answers: badInput,
    at: 'approvalId',
  },
  {
    rule: 'refuses a link with a malformed id',
    first: one,
    send: link('it'),
    answers: badInput,
    at: 'approvalId',
  },
  {
    rule: 'refuses to link an absent approval',
    first: one,
    send: link(NOTHING),
    answers: [404, 'approval_not_found'],
  },
  {
    rule: 'refuses to link an approval of another company',
    first: one,
    send: link('$zoeApproval'),
    answers: [404, 'approval_not_found'],
  },
  {
    rule: 'refuses to unlink an absent approval',
    first: one,
    send: unlink(NOTHING),
    answers: [404, 'approval_not_found'],
  },
  ...[NOTHING, '$zoeIssue', 'one'].flatMap((id): WorkRow[] => [
    {
      rule: `links no approval to ${id}`,
      send: [`POST /api/issues/${id}/approvals`, { approvalId: '$approval' }, 'ann'],
      answers: [404, 'issue_not_found'],
    },
    {
      rule: `lists no approvals of ${id}`,
      send: [`GET /api/issues/${id}/approvals`, undefined, 'ann'],
      answers: [404, 'issue_not_found'],
    },
    {
      rule: `unlinks no approval from ${id}`,
      send: [`DELETE /api/issues/${id}/approvals/$approval`, undefined, 'ann'],
      answers: [404, 'issue_not_found'],
    },
  ]),
];
