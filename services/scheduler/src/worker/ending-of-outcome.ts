/** Translates why a worker stopped its run into how the run is recorded. */
import { cutText, type RunWarning } from '@muster/contracts';
import type { CommittedWork, Outcome } from '@muster/runner-protocol';
import { endingOfProgram } from '../domain/program-ending.ts';
import { withLastLines } from './output/last-lines.ts';
import { TASKS_STOPPED } from '../domain/run-warnings.ts';
import { BUDGET } from '../domain/run-endings.ts';
import type { Ending } from '../store/runs/run-lifecycle.ts';
import { maskTexts, type Masker } from './output/mask-output.ts';
import type { KnownProgram } from './output/program-reports.ts';
import type { RunOutput } from './output/run-output.ts';

/** Longest subject of a commit that is kept with a run, in characters. */
const SUBJECT_MAX = 200;
/** Longest error that is kept with a run, in characters, without the last lines of standard error. */
const ERROR_MAX = 500;

/** Ended by another cause than a wish to cancel: such a run is lost and retried. */
export const endingOf = ({ status, errorCode, ...outcome }: Outcome): Ending => {
  if (errorCode === 'draining') {
    return { ...outcome, status: 'lost', errorCode: 'worker_stopped' };
  }
  if (errorCode === 'lease_lost') {
    return { ...outcome, status: 'lost', errorCode: 'worker_lost' };
  }
  if (errorCode === 'budget_exhausted') return { ...outcome, ...budgetUsedUp };
  return { ...outcome, status, errorCode };
};

/** With what the output of the run tells; the error may quote a secret. */
export function endingOfLocal(
  outcome: Outcome,
  output: RunOutput,
  { mask }: Masker,
  program: KnownProgram | undefined,
): Ending {
  const resumed = typeof program?.session?.offered === 'string';
  const decided = program
    ? endingOfProgram(outcome, output.lineReport() ?? {}, { agent: program.agent, resumed })
    : outcome;
  const own = decided.error === null ? null : cutText(mask(decided.error), ERROR_MAX);
  const hasFailed = decided.status === 'failed' || decided.status === 'timed_out';
  // Masked as a whole: a secret may have several lines.
  const lines = mask(output.lastErrors().join('\n')).split('\n').filter(Boolean);
  const error = hasFailed ? withLastLines(own, lines) : own;
  const work = decided.work && maskWork(decided.work, mask);
  return {
    ...endingOf({ ...decided, error }),
    resultSummary: output.summary(),
    warnings: [...withTasks(output), ...leftOf(work)],
    ...(work ? { work } : {}),
    ...(decided.outputs ? { outputs: maskTexts(decided.outputs, mask) } : {}),
  };
}

/** Tasks that were alive when the program ended have ended with it. */
function withTasks(output: RunOutput): readonly RunWarning[] {
  const warnings = output.warnings();
  const isKnown = warnings.some(({ code }) => code === TASKS_STOPPED.code);
  const { tasks = 0 } = output.lineReport() ?? {};
  return tasks > 0 && !isKnown ? [...warnings, TASKS_STOPPED] : warnings;
}

/** The texts of commits are the agent's. */
const maskWork = (work: CommittedWork, mask: Masker['mask']): CommittedWork =>
  maskTexts(
    {
      ...work,
      commits: work.commits.map((each) => ({
        ...each,
        subject: cutText(each.subject, SUBJECT_MAX),
      })),
    },
    mask,
  );

const leftOf = (work: CommittedWork | undefined): readonly RunWarning[] =>
  work?.problem === undefined ? [] : [{ code: 'work_left', message: work.problem }];

export const budgetUsedUp = {
  status: 'cancelled',
  errorCode: BUDGET,
  error: 'Its slice of the budget is used up, and billing has granted no more',
} as const satisfies Ending;
