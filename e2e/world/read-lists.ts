/** Reads whole lists and whole activity logs. */
import { Activity } from '@muster/contracts';
import { UnexpectedAnswer, type Caller } from './http-client.ts';

const PAGE = 500;

/** Reads every page of a list; the path may have a query. */
export async function readAll<T>(
  caller: Caller,
  path: string,
  row: { parse(value: unknown): T },
  pageSize = PAGE,
): Promise<T[]> {
  const rows: T[] = [];
  const begin = path.includes('?') ? '&' : '?';
  let cursor = '';
  do {
    const next = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const url = `${path}${begin}limit=${pageSize}${next}`;
    const reply = await caller.get(url);
    if (reply.status !== 200) throw new UnexpectedAnswer({ method: 'GET', path: url }, reply);
    rows.push(...(reply.body as unknown[]).map((each) => row.parse(each)));
    cursor = reply.headers.get('next-cursor') ?? '';
  } while (cursor !== '');
  return rows;
}

export const readActivity = (caller: Caller, companyId: string): Promise<Activity[]> =>
  readAll(caller, `/api/companies/${companyId}/activity`, Activity);

/** Missing and duplicate numbers in the log of each service; `{}` if there are none. */
export function faultsInNumbering(activity: readonly Activity[]): Record<string, number[]> {
  const faults = Object.entries(Object.groupBy(activity, ({ service }) => service)).map(
    ([service, entries = []]): [string, number[]] => {
      const numbers = entries.map(({ seq }) => seq).toSorted((a, b) => a - b);
      return [service, numbers.filter((seq, index) => seq !== index + 1)];
    },
  );
  return Object.fromEntries(faults.filter(([, numbers]) => numbers.length > 0));
}

export const countActions = (activity: readonly Activity[], action: string): number =>
  activity.filter((entry) => entry.action === action).length;
