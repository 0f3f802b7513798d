/** Keyset cursors: the sort key of the last item, opaque to clients, bound to a list and a company. */
import { Id, PAGE_MAX, Refusal, Timestamp } from '@muster/contracts';
import { z } from 'zod';

/** One page of a list; the last page has no cursor. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
  /** Items that the list leaves out unless they are asked for. */
  readonly leftOut?: number;
  /** The cursor of a page that ends after so many items, for one that is too large for an answer. */
  readonly cursorAfter?: ((count: number) => string) | undefined;
}

/** A limit above the maximum counts as the maximum. */
export const pageSize = (limit: number): number => Math.min(limit, PAGE_MAX);

export const encodeCursor = (list: string, companyId: string, key: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([list, companyId, ...key])).toString('base64url');

/** Keys of lists that are ordered by id, by time and id, and by a number that is counted from 1. */
export const IdKey = z.tuple([Id]);
export const TimeAndIdKey = z.tuple([Timestamp, Id]);
export const NumberKey = z.tuple([z.int().min(1)]);

export type TimeAndId = z.output<typeof TimeAndIdKey>;

/**
 * The key in a cursor, which comes from outside and is parsed like other input. A cursor of another
 * list or company is refused, and so is one that was made by hand.
 */
export function decodeCursor<Key extends z.ZodType>(
  list: string,
  companyId: string,
  cursor: string | undefined,
  keyOfList: Key,
): z.output<Key> | undefined {
  if (cursor === undefined) return undefined;
  const [forList, forCompany, ...parts] = parse(cursor);
  const key = keyOfList.safeParse(parts);
  if (forList !== list || forCompany !== companyId || !key.success) {
    throw new Refusal('invalid_cursor');
  }
  return key.data;
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** The first rows of a list, and whether it has others. */
export interface FirstRows<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

export const mapRows = <Row, Other>(
  { rows, hasMore }: FirstRows<Row>,
  show: (row: Row) => Other,
): FirstRows<Other> => ({ rows: rows.map(show), hasMore });

/** A page of short rows that were selected with a limit of one more than the page size. */
export const pageOf = <Row, Item>(
  rows: readonly Row[],
  size: number,
  show: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> =>
  pageOfFirst({ rows: rows.slice(0, size), hasMore: rows.length > size }, show, cursorOf);

/** A page of the rows of `firstRows`. */
export function pageOfFirst<Row, Item>(
  { rows, hasMore }: FirstRows<Row>,
  show: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const last = rows.at(-1);
  const nextCursor = hasMore && last ? cursorOf(last) : undefined;
  const cursorAfter = (count: number) => cursorOf(rows[count - 1] as Row);
  return { items: rows.map(show), nextCursor, cursorAfter };
}
