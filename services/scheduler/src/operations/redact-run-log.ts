import {
  REDACTED_TEXT,
  Refusal,
  requireAuthorOrBoard,
  redactionBy,
  RUN_LOG_REDACTIONS_MAX,
  type scheduler,
} from '@muster/contracts';
import { redactAnswers, type Handler } from '@muster/service-kit';
import { redactLines, repeatsLines } from '../domain/redacted-log.ts';
import {
  findFailureError,
  findRedactions,
  listAllPieces,
  saveFailureError,
  saveLogRedactions,
  savePieces,
} from '../store/run-output/redacted-log.ts';
import { lockRun } from '../store/runs/runs.ts';

/** The lock of the run keeps its holder from writing meanwhile. A line that goes on later is another one. */
export const redactRunLog: Handler<typeof scheduler, 'redactRunLog'> = async (
  { runId, from, to, reason },
  { db, scope, actor, now, emit },
) => {
  const run = await lockRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  requireAuthorOrBoard(actor, [run.agentId]);
  const taken = redactLines(await listAllPieces(db, runId), { from, to });
  if (!taken) throw new Refusal('invalid_input', NOTHING_THERE);
  const quiet = (text: string | null): string | null =>
    text !== null && repeatsLines(text, taken.text) ? REDACTED_TEXT : text;
  const redaction = { ...taken.span, redacted: redactionBy(actor, now, reason) };
  const earlier = (await findRedactions(db, runId)) ?? [];
  const [error, resultSummary] = [quiet(run.error), quiet(run.resultSummary)];
  await savePieces(db, run, taken.pieces);
  await saveLogRedactions(
    db,
    { ...run, error, resultSummary },
    [...earlier, redaction].slice(-RUN_LOG_REDACTIONS_MAX),
  );
  const failure = await findFailureError(db, run);
  if (failure !== quiet(failure)) await saveFailureError(db, run, REDACTED_TEXT);
  await redactAnswers(db, { ...run, id: runId }, [
    error === run.error ? null : run.error,
    resultSummary === run.resultSummary ? null : run.resultSummary,
  ]);
  const { companyId, agentId } = run;
  emit('run.log_redacted', {
    companyId,
    entityId: runId,
    payload: { runId, agentId, ...taken.span },
  });
  return redaction;
};

const NOTHING_THERE = [
  {
    path: ['to'],
    code: 'nothing_there',
    message: 'the output has nothing between from and to: read the log first',
  },
];
