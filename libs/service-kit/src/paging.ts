/**
 * Keyset cursors: the sort key of the last item, opaque to clients, bound to one list of one
 * company.
 */
import { PAGE_MAX, Refusal } from '@muster/contracts';
import type { Page } from './define-service.ts';

/** A limit over the maximum counts as the maximum. */
export const pageSize = (limit: number): number => Math.min(limit, PAGE_MAX);

export const encodeCursor = (list: string, companyId: string, key: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([list, companyId, ...key])).toString('base64url');

/** The key in a cursor; one that was made for another list or company is refused. */
export function decodeCursor(
  list: string,
  companyId: string,
  cursor: string | undefined,
  parts: number,
): (string | number)[] | undefined {
  if (cursor === undefined) return undefined;
  const [forList, forCompany, ...key] = parse(cursor);
  const fits = forList === list && forCompany === companyId && key.length === parts &&
    key.every((part) => typeof part === 'string' || typeof part === 'number');
  if (!fits) throw new Refusal('invalid_cursor');
  return key;
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** One page of rows that were selected with a limit of one more than the page's size. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  size: number,
  show: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const nextCursor = rows.length > size && last ? cursorOf(last) : undefined;
  return { items: shown.map(show), nextCursor };
}
