import { describe, expect, it } from 'vitest';
import { recordOf, tableOf } from './table.ts';

const names = new Map([['7', 'Ada']]);

describe('a table', () => {
  it('has columns as wide as their widest cell, names in place of ids, and money in dollars', () => {
    const rows = [
      { id: 'A-1', by: '7', cost: { cents: 5 } },
      { id: 'A-100', by: null, cost: { cents: 12_345 } },
    ];
    expect(tableOf(['id', 'agent=by:agent', 'cost.cents:cents'], rows, names, undefined)).toBe(
      'ID     AGENT  COST.CENTS\nA-1    Ada    $0.05\nA-100         $123.45\n',
    );
  });

  it('counts characters as they are seen, and cuts lines at the width of the terminal', () => {
    const rows = [{ name: '👩‍👩‍👧', title: 'long enough' }];
    expect(tableOf(['name', 'title'], rows, names, 12)).toBe('NAME  TITLE\n👩‍👩‍👧     long …\n');
  });

  it('writes out what would steer a terminal, and keeps a cell in its line', () => {
    expect(tableOf(['title'], [{ title: 'a\u001B[2J\nb' }], names, undefined)).toBe(
      'TITLE\na\\u{1b}[2J b\n',
    );
  });
});

describe('a record', () => {
  it('has a line for each field that it has', () => {
    expect(recordOf(['name', 'due=dueAt:moment', 'by:agent'], { name: 'A', by: '7' }, names)).toBe(
      'name  A\nby    Ada\n',
    );
  });
});
