/** Background work of the service: what happens at a time. */
import { openFileStore } from '@muster/file-store';
import { startPeriodicTask, type Background, type Runtime } from '@muster/service-kit';
import { deletingLeftFiles } from './background/delete-left-files.ts';
import { endingWaits } from './background/end-waits.ts';
import { expiringQuestions } from './background/expire-questions.ts';
import { firingDueRoutines, firingQueued } from './background/fire-routines.ts';
import { tellingOverdue } from './background/tell-overdue.ts';
import { issuesConfigOf } from './config.ts';
import { createChildren } from './operations/issues/create-children.ts';
import { createIssue } from './operations/issues/create-issue.ts';
import { updateIssue } from './operations/issues/update-issue.ts';

/** Each sweep ends what is due by the clock of the database; a new kind of time is one more of them. */
export function startBackground(runtime: Runtime): Background {
  const { log } = runtime;
  const store = openFileStore(runtime.config);
  const makers = { createIssue, createChildren, updateIssue };
  // Routines make issues, with all their children, and a store may be slow: what only ends waits for neither.
  const turns = [
    [
      endingWaits(runtime, updateIssue),
      expiringQuestions(runtime),
      tellingOverdue(runtime, 'told'),
      tellingOverdue(runtime, 'escalated'),
    ],
    [firingDueRoutines(runtime, makers), firingQueued(runtime, makers)],
    store ? [deletingLeftFiles(runtime, store)] : [],
  ];
  const failed = (error: unknown): void =>
    log.warn({ err: error }, 'background work of issues failed');
  const periodMs = issuesConfigOf(runtime).TIMES_SWEEP_SECONDS * 1_000;
  const tasks = turns.map((sweeps) =>
    startPeriodicTask({
      periodMs,
      firstMs: periodMs,
      failed,
      run: async (stopping) => {
        // A sweep that fails does not delay the others.
        for (const sweep of sweeps) await sweep.pass(stopping).catch(failed);
      },
    }),
  );
  return {
    drain: async () => void (await Promise.all(tasks.map((task) => task.drain()))),
  };
}
