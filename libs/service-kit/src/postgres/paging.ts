/** Keyset cursors: the sort key of the last item, opaque to clients, bound to a list and a company. */
import { PAGE_MAX, Refusal } from '@muster/contracts';

/** One page of a list; the last page has no cursor. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
  /** The cursor of a page that ends after so many items, for one that is too large for an answer. */
  readonly cursorAfter?: ((count: number) => string) | undefined;
}

/** A limit above the maximum counts as the maximum. */
export const pageSize = (limit: number): number => Math.min(limit, PAGE_MAX);

export const encodeCursor = (list: string, companyId: string, key: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([list, companyId, ...key])).toString('base64url');

/** The key in a cursor; a cursor of another list or company is refused. */
export function decodeCursor(
  list: string,
  companyId: string,
  cursor: string | undefined,
  parts: number,
): (string | number)[] | undefined {
  if (cursor === undefined) return undefined;
  const [forList, forCompany, ...key] = parse(cursor);
  const fits =
    forList === list &&
    forCompany === companyId &&
    key.length === parts &&
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

/** A page of rows that were selected with a limit of one more than the page size. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  size: number,
  show: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): Page<Item> {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const nextCursor = rows.length > size && last ? cursorOf(last) : undefined;
  const cursorAfter = (count: number) => cursorOf(page[count - 1] as Row);
  return { items: page.map(show), nextCursor, cursorAfter };
}
