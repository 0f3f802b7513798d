import { Refusal } from '@muster/contracts';
import { type ChildRow, refusalOfRow } from '../domain/children/new-children.ts';

/** What concerns the request and not one of its rows. */
const ofRequest: readonly string[] = ['company_not_found', 'company_archived', 'company_paused'];

/** Does something for a row, and names the row in its refusal. */
export async function forRow<T>(
  rows: readonly ChildRow[],
  row: number,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || ofRequest.includes(error.code)) throw error;
    throw refusalOfRow(rows, row, error);
  }
}
