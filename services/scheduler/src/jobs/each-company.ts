/**
 * Writes of a sweep, company by company: the sayings of one transaction belong to one. What fails
 * for one company keeps no other from its turn, and is tried again by the next sweep; only a
 * database that is away ends it for all.
 */
import type { scheduler } from '@muster/contracts';
import { isDatabaseAway, type Context, type Runtime } from '@muster/service-kit';
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
    await writeRuns(runtime, (context) => work(context, companyId, own)).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      runtime.log.warn({ err: error, companyId }, 'a sweep failed for a company');
    });
  }
}

export const agentIds = (rows: readonly { readonly agentId: string }[]): string[] =>
  rows.map(({ agentId }) => agentId);
