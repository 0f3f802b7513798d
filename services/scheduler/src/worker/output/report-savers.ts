/** Saves what the output of a run has reported, at most once a second and in order. */
import type { Runtime } from '@muster/service-kit';
import type { HeldRun } from '../../domain/held-run.ts';
import type { ReportedUse } from '../../domain/reported-use.ts';
import { emitRun, writeRuns } from '../../runs/run-transaction.ts';
import { saveUsage } from '../../store/runs/run-usage.ts';
import { saveCounts } from '../../store/sessions.ts';
import { addWarning } from '../../store/runs/run-warnings.ts';
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
  readonly onNearlyUsed: () => Promise<void>;
}

export const saversOf = (
  { runtime, run, masker, inOrder, onSession, onNotBefore, onNearlyUsed }: SaverParts,
  reports: OutputReports,
): readonly LatestSaver[] => [
  saveLatest(
    reports.sessionId,
    // A session id that would be masked must not be stored.
    (id) => inOrder(async () => masker.mask(id) === id && onSession(id)),
    SESSION_SAVES_MAX,
  ),
  {
    ...saveLatest(reports.used, (used) => inOrder(() => reportUse(runtime, run, used))),
    // The end of the run reports the last use.
    end: () => undefined,
  },
  saveLatest(
    reports.notBefore,
    (notBefore) => inOrder(() => onNotBefore(notBefore)),
    NOT_BEFORE_SAVES_MAX,
  ),
  saveLatest(reports.nearlyUsed, () => inOrder(onNearlyUsed)),
  saveLatest(
    () => reports.warnings()[0]?.code,
    (warning) => inOrder(() => addWarning(runtime.db, run, warning)),
  ),
];

const reportUse = (runtime: Runtime, run: HeldRun, { usage, counts }: ReportedUse): Promise<void> =>
  writeRuns(
    runtime,
    async (context) => {
      const saved = await saveUsage(context.db, run, usage);
      if (saved) emitRun(context, 'run.usage_reported', saved);
      if (counts) await saveCounts(context.db, run, counts);
    },
    { runId: run.id },
  );
