/**
 * Compares each company's sums with its costs once a day. The service cannot repair a difference:
 * it logs and counts it for an operator.
 */
import { metricsOf, type Runtime } from '@muster/service-kit';
import { billingMetrics } from '../metrics.ts';
import { addAudits, claimDueAudits, type Difference, listDifferences } from '../store/audits.ts';
import { findMonth, findMonthBefore } from '../store/months.ts';

export interface Auditor {
  /** Audits every company that is due, until none is left or `stopping` aborts. */
  audit(now: string, stopping?: AbortSignal): Promise<void>;
}

export function openAuditor(runtime: Runtime, hours: number): Auditor {
  const { db, log, metrics } = runtime;
  const { unbalanced } = metricsOf(metrics, billingMetrics);
  const auditCompany = async (companyId: string, now: string): Promise<void> => {
    for (const difference of await listRecentDifferences(runtime, companyId, now)) {
      unbalanced.inc();
      log.error({ companyId, difference }, 'budget audit found a difference');
    }
  };
  return {
    async audit(now, stopping) {
      await addAudits(db);
      while (!stopping?.aborted) {
        const claimed = await claimDueAudits(db, hours);
        if (claimed.length === 0) return;
        for (const { companyId } of claimed) {
          await auditCompany(companyId, now).catch((error: unknown) =>
            log.error({ err: error, companyId }, 'budget audit failed'),
          );
        }
      }
    },
  };
}

/** Differences of this month and of the one before, into which late costs are booked. */
export async function listRecentDifferences(
  { db }: Pick<Runtime, 'db'>,
  companyId: string,
  now: string,
): Promise<Difference[]> {
  const month = await findMonth(db, companyId, now);
  const months = [await findMonthBefore(db, month), month];
  const found = await Promise.all(months.map((each) => listDifferences(db, companyId, each)));
  return found.flat();
}
