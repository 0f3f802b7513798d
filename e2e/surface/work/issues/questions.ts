/** Questions about an issue: asked, listed, answered and withdrawn. */
import { badInput, issue, NOTHING, type Send, type Who, type WorkRow } from '../row.ts';

const choice = { kind: 'choice', text: 'Which colour?', options: ['Red', 'Blue'] };
const ask = (fields: object = {}, by: Who = 'ann', of = '$issue'): Send => [
  `POST /api/issues/${of}/questions`,
  { to: 'board', ...choice, ...fields },
  by,
];
const answer = (given: unknown, by: Who = 'board', of = '$question'): Send => [
  `POST /api/questions/${of}/answer`,
  { answer: given },
  by,
];
const withdraw = (by: Who = 'ann', of = '$question'): Send => [
  `POST /api/questions/${of}/withdraw`,
  undefined,
  by,
];
const list = (by: Who = 'ann', query = '', of = '$issue'): Send => [
  `GET /api/issues/${of}/questions${query}`,
  undefined,
  by,
];
const read = (by: Who = 'ann', of = '$question'): Send => [
  `GET /api/questions/${of}`,
  undefined,
  by,
];
const work = { issue: issue({ title: 'Paint' }) };
const asked = { ...work, question: ask() };
const refused = [422, 'question_refused'] as const;
const absent = [404, 'question_not_found'] as const;

export const questionRows: readonly WorkRow[] = [
  {
    rule: 'is asked of the board, with a deadline and a default',
    first: work,
    send: ask({ default: 'Blue', deadline: '2099-01-01T00:00:00.000Z' }),
    answers: 201,
    shows: {
      issueId: '$issue',
      state: 'open',
      options: ['Red', 'Blue'],
      default: 'Blue',
      deadline: '2099-01-01T00:00:00.000Z',
      askedByAgentId: '$ann',
      answer: null,
    },
  },
  {
    rule: 'is asked of an agent',
    first: work,
    send: ask({ to: { agentId: '$bob' } }),
    answers: 201,
    shows: { toAgentId: '$bob', toUserId: null },
  },
  {
    rule: 'is asked of a member',
    first: work,
    send: ask({ to: { userId: '$una' } }),
    answers: 201,
    shows: { toAgentId: null, toUserId: '$una' },
  },
  {
    rule: 'is not asked of an absent agent',
    first: work,
    send: ask({ to: { agentId: NOTHING } }),
    answers: [404, 'agent_not_found'],
  },
  {
    rule: 'is not asked of an agent of another company',
    first: work,
    send: ask({ to: { agentId: '$zoe' } }),
    answers: [404, 'agent_not_found'],
  },
  {
    rule: 'is not asked of a terminated agent',
    first: work,
    send: ask({ to: { agentId: '$tom' } }),
    answers: [422, 'agent_not_assignable'],
  },
  {
    rule: 'is not asked of an absent user',
    first: work,
    send: ask({ to: { userId: NOTHING } }),
    answers: [404, 'user_not_found'],
  },
  {
    rule: 'of a choice has options',
    first: work,
    send: ask({ options: ['Red'] }),
    answers: refused,
    shows: { details: { field: 'options' } },
  },
  {
    rule: 'has one of its options as the default',
    first: work,
    send: ask({ default: 'Green' }),
    answers: refused,
    shows: { details: { field: 'default' } },
  },
  {
    rule: 'has a deadline in the future',
    first: work,
    send: ask({ deadline: '2020-01-01T00:00:00.000Z' }),
    answers: refused,
    shows: { details: { field: 'deadline' } },
  },
  { rule: 'has a kind', first: work, send: ask({ kind: 'guess' }), answers: badInput, at: 'kind' },
  { rule: 'has a text', first: work, send: ask({ text: ' ' }), answers: badInput, at: 'text' },
  {
    rule: 'is not asked by a paused agent',
    first: work,
    send: ask({}, 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not asked by an agent of a paused company',
    send: ask({}, 'pam', '$restingIssue'),
    answers: [422, 'company_paused'],
  },
  {
    rule: 'about an absent issue is not asked',
    send: ask({}, 'ann', NOTHING),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'about an issue of another company is not asked',
    first: work,
    send: ask({}, 'zoe'),
    answers: [404, 'issue_not_found'],
  },
  {
    rule: 'to the board is answered by a member',
    first: asked,
    send: answer('Red', 'una'),
    answers: 200,
    shows: { state: 'answered', answer: 'Red', byDefault: false, closedByUserId: '$una' },
  },
  {
    rule: 'is answered by one of its options',
    first: asked,
    send: answer('Green'),
    answers: refused,
    shows: { details: { field: 'answer' } },
  },
  {
    rule: 'is answered by something',
    first: asked,
    send: answer(7),
    answers: badInput,
    at: 'answer',
  },
  {
    rule: 'is answered by nobody else',
    first: asked,
    send: answer('Red', 'bob'),
    answers: [403, 'question_not_yours'],
  },
  {
    rule: 'has one outcome',
    first: { ...asked, answered: answer('Red') },
    send: answer('Blue'),
    answers: [409, 'question_closed'],
    shows: { details: { state: 'answered', answer: 'Red' } },
  },
  {
    rule: 'of another company is not answered',
    first: asked,
    send: answer('Red', 'zoe'),
    answers: absent,
  },
  {
    rule: 'is not answered by a paused agent',
    first: asked,
    send: answer('Red', 'pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is not answered by an agent of a paused company',
    first: { question: ask({ to: { agentId: '$pam' } }, 'board', '$restingIssue') },
    send: answer('Red', 'pam'),
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is not withdrawn by an agent of a paused company',
    first: { question: ask({ to: { agentId: '$pam' } }, 'board', '$restingIssue') },
    send: withdraw('pam'),
    answers: [422, 'company_paused'],
  },
  {
    rule: 'is withdrawn by its asker',
    first: asked,
    send: withdraw(),
    answers: 200,
    shows: { state: 'withdrawn', answer: null, closedByAgentId: '$ann' },
  },
  {
    rule: 'is withdrawn by nobody else',
    first: asked,
    send: withdraw('bob'),
    answers: [403, 'question_not_yours'],
  },
  {
    rule: 'is not withdrawn after its end',
    first: { ...asked, answered: answer('Red') },
    send: withdraw(),
    answers: [409, 'question_closed'],
  },
  { rule: 'of nothing is not withdrawn', send: withdraw('ann', NOTHING), answers: absent },
  {
    rule: 'is not withdrawn by a paused agent',
    first: asked,
    send: withdraw('pat'),
    answers: [403, 'agent_paused'],
  },
  {
    rule: 'is read alone',
    first: asked,
    send: read('bob'),
    answers: 200,
    shows: { id: '$question', text: 'Which colour?' },
  },
  { rule: 'that is absent is not read', send: read('ann', NOTHING), answers: absent },
  { rule: 'of another company is not read', first: asked, send: read('zoe'), answers: absent },
  {
    rule: 'is listed with the newest first',
    first: { ...asked, other: ask({ text: 'And then?' }) },
    send: list(),
    answers: 200,
    shows: [{ id: '$other' }, { id: '$question' }],
  },
  {
    rule: 'is listed by its state',
    first: { ...asked, other: ask({ text: 'And then?' }), answered: answer('Red') },
    send: list('ann', '?state=answered'),
    answers: 200,
    shows: [{ id: '$question' }],
  },
  {
    rule: 'is listed in pages',
    first: { ...asked, other: ask({ text: 'And then?' }) },
    send: list('ann', '?limit=1'),
    answers: 200,
    shows: [{ id: '$other' }],
  },
  {
    rule: 'is not listed from a foreign cursor',
    first: work,
    send: list('ann', '?cursor=abc'),
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'of an absent issue is not listed',
    send: list('ann', '', NOTHING),
    answers: [404, 'issue_not_found'],
  },
];
