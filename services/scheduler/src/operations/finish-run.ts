import {
  cutText,
  maskTokens,
  Refusal,
  type RunStatus,
  type scheduler,
  type Usage,
} from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { HeldRun } from '../domain/held-run.ts';
import { isFinished } from '../domain/run-moves.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { completeRun } from '../runs/complete-run.ts';
import { holdQuota } from '../runs/hold-quota.ts';
import { lockOwnRun } from '../runs/lock-own-run.ts';
import { emitRun, type SchedulerContext } from '../runs/run-transaction.ts';
import { saveUsage } from '../store/runs/run-usage.ts';
import { findRun } from '../store/runs/runs.ts';

/** Users read it like the output of a local agent, so it is masked and cut in the same way. */
const SUMMARY_MAX = 500;
const masked = (text: string | undefined): string | null =>
  text === undefined ? null : maskTokens(text);

export const finishRun: Handler<typeof scheduler, 'finishRun', SchedulerParts> = async (
  input,
  context,
) => {
  const { runId, status, usage, notBefore } = input;
  const held = await lockOwnRun(context, runId);
  const { fence: _, ...run } = held;
  if (run.status === status) return run;
  if (isFinished(run.status)) {
    if (usage && isGivenUp(run.status)) return reportLate(context, held, usage);
    throw new Refusal('run_already_finished', { status: run.status, errorCode: run.errorCode });
  }
  if (notBefore) await holdQuota(context, held, notBefore);
  const [error, summary] = [masked(input.error), masked(input.resultSummary)];
  await completeRun(
    context,
    held,
    {
      status,
      error,
      errorCode: status === 'succeeded' ? null : `agent_${status}`,
      resultSummary: summary === null ? null : cutText(summary, SUMMARY_MAX),
    },
    usage && { usage },
  );
  return (await findRun(context.db, context.scope, runId)) ?? run;
};

/** Nobody has told its agent to stop: it may have worked to its end, and its model is paid. */
const isGivenUp = (status: RunStatus): boolean => status === 'lost' || status === 'timed_out';

/** The run stays as it ended; its wake-ups are another run's by now. */
async function reportLate(
  context: SchedulerContext,
  held: HeldRun,
  usage: Usage,
): Promise<Omit<HeldRun, 'fence'>> {
  const late = await saveUsage(context.db, held, usage);
  if (late) emitRun(context, 'run.usage_reported', late);
  const { fence: _, ...run } = held;
  return late ?? run;
}
