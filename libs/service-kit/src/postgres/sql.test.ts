import { describe, expect, it } from 'vitest';
import { isoTimestamp, join, sql, pipelined } from './sql.ts';

describe('sql', () => {
  it('makes a parameter of every value', () => {
    expect(sql`select ${1}, ${'x; drop table agents'}`).toEqual({
      text: 'select $1, $2',
      values: [1, 'x; drop table agents'],
    });
  });

  it('splices statements in and numbers their parameters on', () => {
    const where = sql`a = ${1} and b = ${2}`;
    expect(sql`select ${0} where ${where} limit ${9}`).toEqual({
      text: 'select $1 where a = $2 and b = $3 limit $4',
      values: [0, 1, 2, 9],
    });
  });

  it('joins the parts of a filter', () => {
    expect(join([sql`a = ${1}`, sql`b`, sql`c = ${2}`], ' and ')).toEqual({
      text: 'a = $1 and b and c = $2',
      values: [1, 2],
    });
  });

  it('gives the same text for the same template, so that it is prepared once', () => {
    const of = (value: number) => sql`select ${value}`;
    expect(of(1).text).toBe(of(2).text);
  });

  it('tells the same template with other statements in it apart', () => {
    const of = (predicate: ReturnType<typeof sql>) => sql`select where ${predicate} or ${0}`;
    const shape = () => [of(sql`a = ${1}`), of(sql`a = ${1} and b = ${2}`), of(sql`true`)];
    const expected = [
      { text: 'select where a = $1 or $2', values: [1, 0] },
      { text: 'select where a = $1 and b = $2 or $3', values: [1, 2, 0] },
      { text: 'select where true or $1', values: [0] },
    ];
    expect([shape(), shape()]).toEqual([expected, expected]);
  });

  it('tells a value from a statement at the same place', () => {
    const of = (part: unknown) => sql`select ${part}`;
    expect([of(1), of(sql`now()`), of(1)].map(({ text }) => text)).toEqual([
      'select $1',
      'select now()',
      'select $1',
    ]);
  });
});

describe('isoTimestamp', () => {
  it.each([
    ['2026-11-20 18:12:00+00', '2026-11-20T18:12:00.000Z'],
    ['2026-11-20 18:12:00.12+00', '2026-11-20T18:12:00.120Z'],
    ['2026-11-20 18:12:00.123456+00', '2026-11-20T18:12:00.123Z'],
  ])('writes %s as %s', (from, to) => {
    expect(isoTimestamp(from)).toBe(to);
  });
});

describe('pipelined statements', () => {
  const failed = (what: string): Promise<never> => Promise.reject(new Error(what));

  it('return their results in order', async () => {
    expect(await pipelined([Promise.resolve('one'), Promise.resolve(2)])).toEqual(['one', 2]);
  });

  it('fail with the error of the first that failed, in the order of the statements', async () => {
    const later = new Promise<never>((_, reject) => {
      setImmediate(() => reject(new Error('the cause')));
    });
    await expect(pipelined([later, failed('aborted')])).rejects.toThrow('the cause');
  });
});
