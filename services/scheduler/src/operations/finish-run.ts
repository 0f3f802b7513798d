import { maskTokens, Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { isFinished } from '../domain/run-moves.ts';
import { completeRun } from '../jobs/end-runs.ts';
import { restAgent } from '../store/rests.ts';
import { findRun } from '../store/runs.ts';
import { lockOwnRun } from './lock-own-run.ts';

/** Shown to people like the output of a started agent, so it is masked and cut like that. */
const SUMMARY_MAX = 500;
const shown = (text: string | undefined): string | null =>
  text === undefined ? null : maskTokens(text);

export const finishRun: Handler<typeof scheduler, 'finishRun'> = async (input, context) => {
  const { runId, status, usage, notBefore } = input;
  const run = await lockOwnRun(context, runId);
  if (run.status === status) return run;
  if (isFinished(run.status)) {
    throw new Refusal('run_already_finished', { status: run.status, errorCode: run.errorCode });
  }
  if (notBefore) await restAgent(context.db, run, notBefore);
  const error = shown(input.error);
  await completeRun(context, run, {
    status,
    error,
    errorCode: status === 'succeeded' ? null : `agent_${status}`,
    resultSummary: shown(input.resultSummary)?.slice(0, SUMMARY_MAX) ?? null,
  }, usage);
  return (await findRun(context.db, context.scope, runId)) ?? run;
};
