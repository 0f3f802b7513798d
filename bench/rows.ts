/** The rows of every result table, in order. Goals refer to them by name, so the names do not change. */
export const REQUEST_ROWS = [
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
] as const;
export type RequestRow = (typeof REQUEST_ROWS)[number];

/** What its yardstick reaches is the limit of a row on this machine. */
export type RawRow = `raw_${RequestRow}`;
export const rawRowOf = (row: RequestRow): RawRow => `raw_${row}`;
export const RAW_ROWS = REQUEST_ROWS.map(rawRowOf);
/** The row that a yardstick is for; itself, if it is none. */
export const requestRowOf = (row: Row): Row =>
  REQUEST_ROWS.find((request) => rawRowOf(request) === row) ?? row;

export const ROWS = [...REQUEST_ROWS, 'mention', 'heartbeats', ...RAW_ROWS] as const;
export type Row = (typeof ROWS)[number];

/** The yardsticks of all rows that are named beside it. */
const RAW = 'raw';

/** Reads a list of rows as it is given on the command line. */
export function rowsOf(list: string): Row[] {
  const words = list.split(',').map((word) => word.trim().toLowerCase());
  const named = words
    .filter((word) => word !== RAW)
    .map((word) => {
      const row = ROWS.find((known) => known === word);
      if (row === undefined) throw new Error(`there is no row ${word}, only ${ROWS.join(', ')}`);
      return row;
    });
  if (!words.includes(RAW)) return named;
  const raws = REQUEST_ROWS.filter((row) => named.includes(row)).map(rawRowOf);
  return [...new Set([...named, ...raws])];
}
