/** Background work of the service: the sweep of the budgets and the audit of the books. */
import { metricsOf, startPeriodicTask, type Background, type Runtime } from '@muster/service-kit';
import { openAuditor } from './background/audit-books.ts';
import { restoringBudgets, voidingReservations } from './background/sweep-budgets.ts';
import type { BillingConfig } from './config.ts';
import type { BillingParts } from './local-signals.ts';
import { billingMetrics } from './metrics.ts';

/** Pause between two searches for due audits: each company is due once a day. */
const AUDIT_POLL_MS = 60_000;

/** Two tasks, so that a long audit does not delay agents whose budget has room again. */
export function startBackground(
  runtime: Runtime,
  settings: BillingConfig,
  { signals }: BillingParts,
): Background {
  const { unknownCents } = metricsOf(runtime.metrics, billingMetrics);
  signals.on('unknownCharged', (costCents) => unknownCents.inc({}, costCents));
  const { log } = runtime;
  const auditor = openAuditor(runtime, settings.BOOKS_AUDIT_HOURS);
  const sweeps = [voidingReservations(runtime), restoringBudgets(runtime)];
  const failed = (error: unknown): void =>
    log.warn({ err: error }, 'background work of billing failed');
  const every = (periodMs: number, run: (stopping: AbortSignal) => Promise<void>) =>
    startPeriodicTask({ periodMs, firstMs: periodMs, run, failed });
  const tasks = [
    every(settings.BUDGET_SWEEP_SECONDS * 1_000, async (stopping) => {
      // A sweep that fails does not delay the other one.
      for (const sweep of sweeps) await sweep.pass(stopping).catch(failed);
    }),
    every(AUDIT_POLL_MS, (stopping) => auditor.audit(new Date().toISOString(), stopping)),
  ];
  return {
    async drain() {
      await Promise.all(tasks.map((task) => task.drain()));
    },
  };
}
