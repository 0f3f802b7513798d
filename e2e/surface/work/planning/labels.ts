/** Labels. */
import { expect } from 'vitest';
import { add, badInput, issue, type Send, type Who, type WorkRow } from '../row.ts';

const label = (body: object, by: Who = 'ann'): Send => add('labels', body, by);

const wrong: readonly [body: object, at: string][] = [
  [{ color: '#000000' }, 'name'],
  [{ name: '', color: '#000000' }, 'name'],
  [{ name: 'x'.repeat(49), color: '#000000' }, 'name'],
  [{ name: 'x' }, 'color'],
  [{ name: 'x', color: 'blue' }, 'color'],
  [{ name: 'x', color: '#fff' }, 'color'],
  [{ name: 'x', color: '#00000g' }, 'color'],
];

export const labelRows: readonly WorkRow[] = [
  {
    rule: 'has a name and a color',
    send: label({ name: ' $word ', color: '#00FF7f' }),
    answers: 201,
    shows: { name: '$word', companyId: '$company', color: '#00FF7f' },
  },
  {
    rule: 'has a name of 48 characters',
    send: label({ name: 'x'.repeat(48), color: '#000000' }),
    answers: 201,
  },
  {
    rule: 'has a unique name',
    first: { a: label({ name: '$word', color: '#000000' }) },
    send: label({ name: '$word', color: '#ffffff' }),
    answers: [409, 'name_taken'],
  },
  ...wrong.map(([body, at]): WorkRow => ({
    rule: `is not ${JSON.stringify(body).slice(0, 40)}`,
    send: label(body),
    answers: badInput,
    at,
  })),
  {
    rule: 'is not created in an archived company',
    send: ['POST /api/companies/$archived/labels', { name: 'x', color: '#000000' }],
    answers: [422, 'company_archived'],
  },
  {
    rule: 'is listed',
    send: ['GET /api/companies/$company/labels?limit=500', undefined, 'sid'],
    answers: 200,
    shows: expect.arrayContaining([expect.objectContaining({ name: 'Blue' })]),
  },
  {
    rule: 'is not listed with a limit of 0',
    send: ['GET /api/companies/$company/labels?limit=0'],
    answers: badInput,
    at: 'limit',
  },
  {
    rule: 'is not listed with a foreign cursor',
    send: ['GET /api/companies/$company/labels?cursor=abc'],
    answers: [400, 'invalid_cursor'],
  },
  {
    rule: 'is renamed, on every issue that has it',
    first: {
      a: label({ name: '$word', color: '#000000' }),
      issue: issue({ labelIds: ['$a'] }),
      renamed: ['PATCH /api/labels/$a', { name: 'new $word', color: '#0000ff' }],
    },
    send: ['GET /api/issues/$issue'],
    answers: 200,
    shows: { labels: [{ id: '$a', name: 'new $word', color: '#0000ff' }] },
  },
  {
    rule: 'keeps its color when it is renamed',
    first: { a: label({ name: '$word', color: '#000001' }) },
    send: ['PATCH /api/labels/$a', { name: '$word 2' }, 'ann'],
    answers: 200,
    shows: { id: '$a', name: '$word 2', color: '#000001' },
  },
  {
    rule: 'is changed with the current version',
    first: { a: label({ name: '$word', color: '#000001' }) },
    send: ['PATCH /api/labels/$a', { color: '#000002' }, 'ann', { 'if-match': '"1"' }],
    answers: 200,
    shows: { color: '#000002', version: 2 },
  },
  {
    rule: 'is not changed with a stale version',
    first: { a: label({ name: '$word', color: '#000001' }) },
    send: ['PATCH /api/labels/$a', { color: '#000002' }, 'ann', { 'if-match': '"3"' }],
    answers: [412, 'version_mismatch'],
  },
  {
    rule: 'is not renamed to the name of another',
    first: {
      a: label({ name: '$word', color: '#000000' }),
      b: label({ name: '$word b', color: '#000000' }),
    },
    send: ['PATCH /api/labels/$b', { name: '$word', color: '#00ff00' }],
    answers: [409, 'name_taken'],
  },
  {
    rule: 'of another company is not renamed',
    send: ['PATCH /api/labels/$zoeLabel', { name: 'x' }, 'ann'],
    answers: [404, 'label_not_found'],
  },
  {
    rule: 'is deleted',
    first: { a: label({ name: '$word', color: '#000000' }) },
    send: ['DELETE /api/labels/$a', undefined, 'ann'],
    answers: 200,
    shows: { id: '$a' },
  },
  {
    rule: 'is removed from issues when it is deleted',
    first: {
      a: label({ name: '$word', color: '#000000' }),
      issue: issue({ labelIds: ['$a'] }),
      gone: ['DELETE /api/labels/$a'],
    },
    send: ['GET /api/issues/$issue'],
    answers: 200,
    shows: { labelIds: [], labels: [] },
  },
  {
    rule: 'is absent after it was deleted',
    first: { a: label({ name: '$word', color: '#000000' }), gone: ['DELETE /api/labels/$a'] },
    send: ['DELETE /api/labels/$a'],
    answers: [404, 'label_not_found'],
  },
  {
    rule: 'of another company is absent',
    send: ['DELETE /api/labels/$zoeLabel', undefined, 'ann'],
    answers: [404, 'label_not_found'],
  },
];
