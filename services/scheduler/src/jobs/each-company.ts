/** Writes of a sweep, company by company: the sayings of one transaction belong to one. */
import type { scheduler } from '@muster/contracts';
import type { Context, Runtime } from '@muster/service-kit';
import { writeRuns } from './say-run.ts';

interface OfCompany {
  readonly companyId: string;
}

export async function eachCompany<Row extends OfCompany>(
  runtime: Runtime,
  rows: readonly Row[],
  work: (
    context: Context<typeof scheduler>,
    companyId: string,
    rows: readonly Row[],
  ) => Promise<unknown>,
): Promise<void> {
  for (const [companyId, own] of Map.groupBy(rows, (row) => row.companyId)) {
    await writeRuns(runtime, (context) => work(context, companyId, own));
  }
}

export const agentIds = (rows: readonly { readonly agentId: string }[]): string[] =>
  rows.map(({ agentId }) => agentId);
