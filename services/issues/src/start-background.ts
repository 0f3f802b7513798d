/** Background work of the service: what happens at a time. */
import { startPeriodicTask, type Background, type Runtime } from '@muster/service-kit';
import { issuesConfigOf } from './config.ts';
import { expiringQuestions } from './background/expire-questions.ts';

/** Every replica sweeps; each change is a conditional update, so it is made and emitted once. */
export function startBackground(runtime: Runtime): Background {
  const failed = (error: unknown): void =>
    runtime.log.warn({ err: error }, 'background work of issues failed');
  const sweeps = [expiringQuestions(runtime)];
  const periodMs = issuesConfigOf(runtime).TIMES_SWEEP_SECONDS * 1_000;
  return startPeriodicTask({
    periodMs,
    firstMs: periodMs,
    async run(stopping) {
      // A sweep that fails does not delay the others.
      for (const sweep of sweeps) await sweep.pass(stopping).catch(failed);
    },
    failed,
  });
}
