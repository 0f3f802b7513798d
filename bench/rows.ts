/** The rows of every result table, in order. Goals refer to them by name, so the names do not change. */
export const ROWS = [
  'create',
  'comment',
  'patch',
  'checkout',
  'cost',
  'dashboard',
  'race',
  'get',
  'me',
  'inbox',
  'list',
  'search_common',
  'search_rare',
  'mention',
  'heartbeats',
  'raw_checkout',
] as const;
export type Row = (typeof ROWS)[number];

/** The yardstick: what it reaches is the limit of a checkout on this machine. */
export const RAW_ROW = 'raw_checkout' satisfies Row;

/** Reads a list of rows as it is given on the command line. */
export function rowsOf(list: string): Row[] {
  return list.split(',').map((word) => {
    const row = ROWS.find((known) => known === word.trim().toLowerCase());
    if (row === undefined) throw new Error(`there is no row ${word}, only ${ROWS.join(', ')}`);
    return row;
  });
}
