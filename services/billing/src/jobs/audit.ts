/**
 * Once a night, for each company, the books are compared with the costs. A difference is nothing
 * that the service could mend: it is logged and counted, and a person looks.
 */
import { metricsOf, type Runtime } from '@muster/service-kit';
import { billingMetrics } from '../metrics.ts';
import { claimAudits, listDifferences, type Difference } from '../store/audits.ts';
import { findMonth, findMonthBefore } from '../store/months.ts';

export interface Auditor {
  /** Looks at every company that is due, or at as many as there is time for. */
  audit(now: string, stopping?: AbortSignal): Promise<void>;
}

export function openAuditor(runtime: Runtime, hours: number): Auditor {
  const { db, log, metrics } = runtime;
  const { unbalanced } = metricsOf(metrics, billingMetrics);
  const look = async (companyId: string, now: string): Promise<void> => {
    for (const difference of await differencesOf(runtime, companyId, now)) {
      unbalanced.inc();
      log.error({ companyId, difference }, 'the books are not what was booked');
    }
  };
  return {
    async audit(now, stopping) {
      while (!stopping?.aborted) {
        const claimed = await claimAudits(db, hours);
        if (claimed.length === 0) return;
        for (const { companyId } of claimed) {
          await look(companyId, now).catch((error: unknown) =>
            log.error({ err: error, companyId }, 'the books could not be looked at'));
        }
      }
    },
  };
}

/** Of this month and of the last one, into which late costs go. */
export async function differencesOf(
  { db }: Pick<Runtime, 'db'>,
  companyId: string,
  now: string,
): Promise<Difference[]> {
  const month = await findMonth(db, companyId, now);
  const months = [await findMonthBefore(db, month), month];
  const found = await Promise.all(months.map((one) => listDifferences(db, companyId, one)));
  return found.flat();
}
