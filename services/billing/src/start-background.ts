/** Background work of the service: the sweep of the budgets and the audit of the books. */
import { setTimeout as pause } from 'node:timers/promises';
import { metricsOf, type Background, type Runtime } from '@muster/service-kit';
import { openAuditor } from './background/audit-books.ts';
import { restoreBudgetsOfNewMonth, voidReservations } from './background/sweep-budgets.ts';
import type { BillingConfig } from './config.ts';
import type { BillingParts } from './local-signals.ts';
import { billingMetrics } from './metrics.ts';

/** Pause between two searches for due audits: each company is due once a day. */
const AUDIT_POLL_MS = 60_000;

/** Two loops, so that a long audit does not delay agents whose budget has room again. */
export function startBackground(
  runtime: Runtime,
  settings: BillingConfig,
  { signals }: BillingParts,
): Background {
  const { unknownCents } = metricsOf(runtime.metrics, billingMetrics);
  signals.on('unknownCharged', (costCents) => unknownCents.inc({}, costCents));
  const auditor = openAuditor(runtime, settings.BOOKS_AUDIT_HOURS);
  const loops = [
    repeat(runtime, settings.BUDGET_SWEEP_SECONDS * 1_000, async () => {
      await voidReservations(runtime);
      await restoreBudgetsOfNewMonth(runtime, new Date().toISOString());
    }),
    repeat(runtime, AUDIT_POLL_MS, (stopping) => auditor.audit(new Date().toISOString(), stopping)),
  ];
  return {
    async drain() {
      await Promise.all(loops.map((loop) => loop.drain()));
    },
  };
}

/** Repeats the work, with a pause before each turn. */
function repeat(
  { log }: Runtime,
  pauseMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
): Background {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async (): Promise<void> => {
    for (;;) {
      // An abort ends the pause early.
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await work(signal).catch((error: unknown) =>
        log.warn({ err: error }, 'background work of billing failed'),
      );
    }
  };
  const running = loop();
  return {
    async drain() {
      stopping.abort();
      await running;
    },
  };
}
