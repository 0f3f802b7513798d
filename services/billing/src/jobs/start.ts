/** What runs beside requests: the sweep of the budgets and, apart from it, the audit. */
import type { Background, Runtime } from '@muster/service-kit';
import type { BillingConfig } from '../config.ts';
import { openAuditor } from './audit.ts';
import { restoreRolledOver, voidReservations } from './sweep.ts';

/** Between two looks whose books are due: they are once a day, so there is no hurry. */
const AUDIT_LOOK_MS = 60_000;

/** A long audit keeps no agent waiting whose budget has room again: each has its own clock. */
export function startJobs(runtime: Runtime, settings: BillingConfig): Background {
  const auditor = openAuditor(runtime, settings.BOOKS_AUDIT_HOURS);
  const clocks = [
    repeat(runtime, settings.BUDGET_SWEEP_SECONDS * 1_000, async () => {
      await voidReservations(runtime);
      await restoreRolledOver(runtime, new Date().toISOString());
    }),
    repeat(runtime, AUDIT_LOOK_MS, (stopping) =>
      auditor.audit(new Date().toISOString(), stopping)),
  ];
  return {
    async drain() {
      await Promise.all(clocks.map((clock) => clock.drain()));
    },
  };
}

/** Does the work again and again, with a pause between the end of one and the next. */
function repeat(
  { log }: Runtime,
  pauseMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
): Background {
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  const tick = (): void => {
    underWay = work(stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'a look at the budgets failed'))
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, pauseMs);
      });
  };
  let timer = setTimeout(tick, pauseMs);
  return {
    async drain() {
      stopping.abort();
      clearTimeout(timer);
      await underWay;
    },
  };
}
