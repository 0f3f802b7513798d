/**
 * The rows of one request for children: each has a place in the list and perhaps a key, by which the
 * others name it as their blocker. A row that cannot be created refuses all of them.
 */
import { Refusal, type Input, type issues } from '@muster/contracts';
import type { Blocker } from '../blockers.ts';
import { isFinal } from '../issue-machine.ts';
import type { IssueState } from '../issue-state.ts';

export type ChildRow = Input<typeof issues, 'createChildren'>['children'][number];

/** What blocks a row: other rows by their places, and references to issues that exist. */
export interface RowBlockers {
  readonly rows: readonly number[];
  readonly refs: readonly string[];
}

/** The refusal of one row; the details name it and say why. */
export const refusalOfRow = (
  rows: readonly ChildRow[],
  row: number,
  { code, details, hint, message }: Refusal,
): Refusal => {
  const key = rows[row]?.key;
  const more = typeof details === 'object' && !Array.isArray(details) ? details : {};
  return new Refusal(
    'child_refused',
    { ...more, row, ...(key === undefined ? {} : { key }), code, reason: message },
    hint === undefined ? undefined : `row ${row}: ${hint}`,
  );
};

/** In the order of the rows. Refuses a key that two rows have, and rows that wait for each other. */
export function blockersOfRows(rows: readonly ChildRow[]): RowBlockers[] {
  const rowOf = new Map<string, number>();
  for (const [row, { key }] of rows.entries()) {
    if (key === undefined) continue;
    if (rowOf.has(key)) throw refusedField(rows, row, 'key', `row ${rowOf.get(key)} has this key`);
    rowOf.set(key, row);
  }
  const blockers = rows.map(({ blockedBy = [] }): RowBlockers => {
    const named = [...new Set(blockedBy)];
    return {
      rows: named.flatMap((ref) => rowOf.get(ref) ?? []),
      refs: named.filter((ref) => !rowOf.has(ref)),
    };
  });
  const row = firstInCycle(blockers.map((each) => each.rows));
  if (row !== undefined) {
    const cycle = new Refusal('would_make_cycle', { field: 'blockedBy' });
    throw refusalOfRow(rows, row, cycle);
  }
  return blockers;
}

const refusedField = (
  rows: readonly ChildRow[],
  row: number,
  field: string,
  message: string,
): Refusal => refusalOfRow(rows, row, new Refusal('invalid_input', { field, message }));

/** The first row that waits for itself, directly or through others. */
function firstInCycle(blockers: readonly (readonly number[])[]): number | undefined {
  const waitsFor = (row: number, wanted: number, seen: Set<number>): boolean =>
    (blockers[row] ?? []).some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return waitsFor(next, wanted, seen);
    });
  return blockers.map((_, row) => row).find((row) => waitsFor(row, row, new Set()));
}

/** A row that is created as ended blocks nothing, like any issue that has ended. */
export const openIdsOf = (
  blockers: RowBlockers | undefined,
  composed: readonly Pick<IssueState, 'id' | 'status'>[],
  outside: ReadonlyMap<string, Blocker>,
): string[] => [
  ...new Set([
    ...(blockers?.rows ?? []).flatMap((at) => {
      const issue = composed[at];
      return issue && !isFinal(issue.status) ? [issue.id] : [];
    }),
    ...(blockers?.refs ?? []).flatMap((ref) => outside.get(ref)?.id ?? []),
  ]),
];
