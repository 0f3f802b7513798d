import { describe, expect, it } from 'vitest';
import { playOf } from './plays.ts';
import type { Sent } from './recorder.ts';

const COMPANY = '01a207fa-059d-713d-8bec-3b6ece87ce83';
const slots = new Map([[COMPANY, 'companyId']]);
const sent = (text: string, values: readonly unknown[] = [], rowCount = 1): Sent => ({
  text,
  values,
  rowCount,
});
const texts = (connections: Sent[][]) =>
  playOf('raw_issues', connections, slots).statements.map(({ text }) => text);

describe('a play', () => {
  it('has what is between BEGIN and COMMIT of the transaction about the request', () => {
    const connections = [
      [sent('begin'), sent('select of another', ['x']), sent('commit')],
      [
        sent("begin; set local muster.companies = '*'"),
        sent('select 1', [COMPANY]),
        sent('insert'),
        sent('commit'),
      ],
    ];
    expect(texts(connections)).toEqual(['select 1', 'insert']);
    expect(playOf('raw_issues', connections, slots).isTransaction).toBe(true);
  });

  it('has what a refused request sent before its ROLLBACK', () => {
    expect(texts([[sent('begin'), sent('update', [COMPANY], 0), sent('rollback')]])).toEqual([
      'update',
    ]);
  });

  it('leaves out what publishes events, also on the connection of the request', () => {
    const relay = [sent('begin'), sent('select from relay_positions', [[COMPANY]])];
    const connection = [
      sent('update relay_positions', [[COMPANY]]),
      sent('commit'),
      ...relay,
      sent('commit'),
      sent('begin'),
      sent('insert', [COMPANY]),
      sent('commit'),
      ...relay,
    ];
    expect(texts([connection])).toEqual(['insert']);
  });

  it('of a request without a transaction has its reads, and no setting of the connection', () => {
    const play = playOf(
      'raw_issues',
      [
        [sent("set muster.companies = '*'"), sent('select 1', [COMPANY])],
        [sent('select 2', ['a', COMPANY])],
        [sent('update relay_positions', [[COMPANY]])],
      ],
      slots,
    );
    expect(play.statements.map(({ text }) => text)).toEqual(['select 1', 'select 2']);
    expect(play.isTransaction).toBe(false);
  });

  it('knows which statements found rows, since the replay has to find some as well', () => {
    const { statements } = playOf(
      'raw_issues',
      [[sent('select 1', [COMPANY], 2), sent('select 2', [COMPANY], 0)]],
      slots,
    );
    expect(statements.map(({ findsRows }) => findsRows)).toEqual([true, false]);
  });

  it('takes a row at any version, because nothing has read it before', () => {
    const update = 'update issues set version = i.version + 1 where id = $1 and i.version = $2';
    expect(texts([[sent('begin'), sent(update, [COMPANY, 1]), sent('commit')]])).toEqual([
      'update issues set version = i.version + 1 where id = $1 and i.version >= $2',
    ]);
  });

  it('is refused where the service sent nothing about the request', () => {
    expect(() => texts([[sent('select 1', ['x'])]])).toThrow('raw_issues sent nothing');
  });
});
