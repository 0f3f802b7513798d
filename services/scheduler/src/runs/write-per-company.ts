/**
 * Writes of a sweep, one transaction per company, because the events of a transaction belong to one
 * company.
 */
import type { EachCompany, Runtime } from '@muster/service-kit';
import { writeRuns, type SchedulerContext } from './run-transaction.ts';

export const writePerCompany = <Row extends { readonly companyId: string }>(
  runtime: Runtime,
  eachCompany: EachCompany,
  rows: readonly Row[],
  work: (context: SchedulerContext, companyId: string, rows: readonly Row[]) => Promise<unknown>,
): Promise<void> =>
  eachCompany(rows, (companyId, own) =>
    writeRuns(runtime, (context) => work(context, companyId, own)),
  );

export const agentIdsOf = (rows: readonly { readonly agentId: string }[]): string[] =>
  rows.map(({ agentId }) => agentId);
