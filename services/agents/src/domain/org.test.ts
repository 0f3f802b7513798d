import { describe, expect, it } from 'vitest';
import { forestOf, type OrgRow } from './org.ts';

const row = (
  id: string,
  reportsTo: string | null = null,
  overrides: Partial<OrgRow> = {},
): OrgRow => ({
  id,
  name: id.toUpperCase(),
  role: 'general',
  title: null,
  status: 'idle',
  reportsTo,
  ...overrides,
});

/** `{ceo: {lead: {}}}`: the shape alone. */
const shape = (rows: readonly OrgRow[]) => {
  const of = (nodes: ReturnType<typeof forestOf>): object =>
    Object.fromEntries(nodes.map(({ id, reports }) => [id, of(reports)]));
  return of(forestOf(rows));
};

describe('forestOf', () => {
  it('has a root for every agent without a manager', () => {
    expect(shape([row('worker', 'lead'), row('ceo'), row('lead', 'ceo'), row('free')])).toEqual({
      ceo: { lead: { worker: {} } },
      free: {},
    });
  });

  it('places reports of terminated managers under the next manager who is not', () => {
    const ended = { status: 'terminated' } as const;
    expect(
      shape([
        row('ceo'),
        row('x', 'ceo', ended),
        row('y', 'x', ended),
        row('a', 'y'),
        row('b', 'x'),
        row('gone', null, ended),
        row('orphan', 'gone'),
      ]),
    ).toEqual({ ceo: { a: {}, b: {} }, orphan: {} });
  });

  it('shows name, role, title and status of each agent', () => {
    const ann = row('ann', null, { role: 'ceo', title: 'Chief', status: 'paused' });
    expect(forestOf([ann])).toEqual([
      { id: 'ann', name: 'ANN', role: 'ceo', title: 'Chief', status: 'paused', reports: [] },
    ]);
  });
});
