/** Saves what the output of a run has reported, at most once a second and in order. */
import type { RunWarning, Usage } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { HeldRun } from '../../domain/held-run.ts';
import { emitRun, writeRuns } from '../../runs/run-transaction.ts';
import { saveUsage } from '../../store/run-lifecycle.ts';
import { addWarning } from '../../store/run-warnings.ts';
import type { Masker } from './mask-output.ts';
import type { OutputReports } from './output-reports.ts';
import { saveLatest, type LatestSaver } from './save-latest.ts';

/** More than any program has sessions; the last one is saved in any case. */
const SESSION_SAVES_MAX = 100;
/** A provider's quota has one end; a program that corrects itself more often has none. */
const NOT_BEFORE_SAVES_MAX = 100;

export interface SaverParts {
  readonly runtime: Runtime;
  readonly run: HeldRun;
  readonly masker: Masker;
  readonly inOrder: (write: () => Promise<unknown>) => Promise<void>;
  readonly onSession: (sessionId: string) => Promise<void>;
  readonly onNotBefore: (notBefore: string) => Promise<void>;
}

export const warningsOf = (reports: OutputReports): readonly RunWarning[] =>
  reports.hasIgnoredUsage() ? ['usage_ignored'] : [];

export const saversOf = (
  { runtime, run, masker, inOrder, onSession, onNotBefore }: SaverParts,
  reports: OutputReports,
): readonly LatestSaver[] => [
  {
    ...saveLatest(reports.usage, (usage) => inOrder(() => reportUsage(runtime, run, usage))),
    // The end of the run reports the last usage.
    end: () => undefined,
  },
  saveLatest(
    reports.sessionId,
    // A session id that would be masked must not be stored.
    (id) => inOrder(async () => masker.mask(id) === id && onSession(id)),
    SESSION_SAVES_MAX,
  ),
  saveLatest(
    reports.notBefore,
    (notBefore) => inOrder(() => onNotBefore(notBefore)),
    NOT_BEFORE_SAVES_MAX,
  ),
  saveLatest(
    () => warningsOf(reports)[0],
    (warning) => inOrder(() => addWarning(runtime.db, run, warning)),
  ),
];

const reportUsage = (runtime: Runtime, run: HeldRun, usage: Usage): Promise<void> =>
  writeRuns(
    runtime,
    async (context) => {
      const saved = await saveUsage(context.db, run, usage);
      if (saved) emitRun(context, 'run.usage_reported', saved);
    },
    { runId: run.id },
  );
