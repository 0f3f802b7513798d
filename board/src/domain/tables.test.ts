import { describe, expect, it } from 'vitest';
import { limitTables } from './tables.ts';

/** A table of a parsed text: its head has all columns, and each other row one cell. */
const tableOf = (columns: number, rows: number, start: number, end: number) => ({
  type: 'table',
  position: { start: { offset: start }, end: { offset: end } },
  children: Array.from({ length: rows }, (_, row) => ({
    type: 'tableRow',
    children: Array.from({ length: row === 0 ? columns : 1 }, () => ({ type: 'tableCell' })),
  })),
});

const typesAfter = (...tables: ReturnType<typeof tableOf>[]) => {
  const tree = { type: 'root', children: [{ type: 'blockquote', children: tables }] };
  limitTables()(tree, { value: 'one two' });
  return tree.children[0]?.children.map((node) =>
    node.type === 'code' ? (node as unknown as { value: string }).value : node.type,
  );
};

describe('tables of a text', () => {
  it('stay tables up to five thousand cells together', () => {
    expect(typesAfter(tableOf(10, 300, 0, 3), tableOf(2, 1_000, 4, 7))).toEqual(['table', 'table']);
  });

  it('are shown as they are written from there on', () => {
    expect(typesAfter(tableOf(10, 300, 0, 3), tableOf(3, 1_000, 4, 7))).toEqual(['table', 'two']);
    expect(typesAfter(tableOf(300, 500, 0, 3))).toEqual(['one']);
  });
});
