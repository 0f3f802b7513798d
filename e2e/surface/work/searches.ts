/** Searching issues. */
import { issue, type Send, type WorkRow } from './row.ts';

const search = (q: string): Send => ['GET /api/companies/$company/issues?q=' + q, undefined, 'ann'];
const words: readonly [rule: string, fields: object, q: string][] = [
  ['a word of the title', { title: 'The $word' }, '$word'],
  ['a word in any case', { title: 'The $word' }, '$word.upper'],
  ['the beginning of a word', { title: 'The $word thing' }, '$word.start'],
  ['a word of the description', { description: 'About $word.' }, '$word'],
  ['several words', { title: 'The $word', description: 'is blue' }, 'blue%20$word'],
  ['a word within a path', { title: 'Fix src/$word/login.ts' }, '$word'],
  ['a part of a path', { title: 'Fix src/$word/login.ts' }, '$word/login.ts'],
  ['a word within an identifier', { title: 'Call getUserName for $word' }, 'UserName%20$word'],
  [
    'letters of a text without spaces',
    { title: '修复登录页面 $word' },
    `${encodeURIComponent('登录')}%20$word`,
  ],
  ['a word without its accents', { title: 'Crème $word' }, 'creme%20$word'],
  ['a phrase', { title: 'A red $word' }, '%22red%20$word%22'],
];
const wordSearches = words.map(([rule, fields, q]): WorkRow => ({
  rule: `is found by ${rule}`,
  first: { a: issue(fields), b: issue() },
  send: search(q),
  answers: 200,
  shows: [{ id: '$a' }],
}));

const otherSearches: readonly WorkRow[] = [
  {
    rule: 'is found by its identifier',
    first: { a: issue() },
    send: search('$a.identifier'),
    answers: 200,
    shows: [{ id: '$a' }],
  },
  {
    rule: 'is found by its comments',
    first: { a: issue(), comment: ['POST /api/issues/$a/comments', { body: 'It is $word.' }] },
    send: search('$word'),
    answers: 200,
    shows: [{ id: '$a' }],
  },
  {
    rule: 'is not found by a phrase in another order',
    first: { a: issue({ title: 'A red $word' }) },
    send: search('%22$word%20red%22'),
    answers: 200,
    shows: [],
  },
  {
    rule: 'is not found by a former title',
    first: { a: issue({ title: 'The $word' }), b: ['PATCH /api/issues/$a', { title: 'No' }] },
    send: search('$word'),
    answers: 200,
    shows: [],
  },
  {
    rule: 'is ranked by the place of the word: title, description, comment',
    first: {
      inComment: issue(),
      c: ['POST /api/issues/$inComment/comments', { body: '$word' }],
      inDescription: issue({ description: '$word' }),
      inTitle: issue({ title: '$word', priority: 'low' }),
    },
    send: search('$word'),
    answers: 200,
    shows: [{ id: '$inTitle' }, { id: '$inDescription' }, { id: '$inComment' }],
  },
  {
    rule: 'is ranked by its priority within a place',
    first: { a: issue({ title: '$word', priority: 'high' }), b: issue({ title: '$word' }) },
    send: search('$word'),
    answers: 200,
    shows: [{ id: '$a' }, { id: '$b' }],
  },
  {
    rule: 'is sorted by priority where it is asked for',
    first: { a: issue({ title: '$word', priority: 'low' }), b: issue({ description: '$word' }) },
    send: search('$word&sort=priority'),
    answers: 200,
    shows: [{ id: '$b' }, { id: '$a' }],
  },
  {
    rule: 'is found and filtered',
    first: { a: issue({ title: '$word' }), b: issue({ title: '$word', status: 'done' }) },
    send: search('$word&status=done'),
    answers: 200,
    shows: [{ id: '$b' }],
  },
  {
    rule: 'is found in its own company only',
    first: { a: ['POST /api/companies/$foreign/issues', { title: '$word' }] },
    send: search('$word'),
    answers: 200,
    shows: [],
  },
];

export const searchRows: readonly WorkRow[] = [...wordSearches, ...otherSearches];
