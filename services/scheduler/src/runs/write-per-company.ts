/**
 * Writes of a sweep, one transaction per company, because the events of a transaction belong to one
 * company. A failure for one company does not affect the others and is retried by the next sweep;
 * only an unavailable database ends the sweep for all.
 */
import { isDatabaseUnavailable, type Runtime } from '@muster/service-kit';
import { writeRuns, type SchedulerContext } from './run-transaction.ts';

interface CompanyRow {
  readonly companyId: string;
}

export async function writePerCompany<Row extends CompanyRow>(
  runtime: Runtime,
  rows: readonly Row[],
  work: (context: SchedulerContext, companyId: string, rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (const [companyId, own] of Map.groupBy(rows, (row) => row.companyId)) {
    await writeRuns(runtime, (context) => work(context, companyId, own)).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      runtime.log.warn({ err: error, companyId }, 'sweep failed for a company');
    });
  }
}

export const agentIdsOf = (rows: readonly { readonly agentId: string }[]): string[] =>
  rows.map(({ agentId }) => agentId);
