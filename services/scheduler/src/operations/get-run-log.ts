import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { endOf, startingAt, type LogSlice } from '../domain/log-slice.ts';
import { findLogState, listLastPieces, listPieces } from '../store/run-output/run-log.ts';
import { findRun } from '../store/runs/runs.ts';

export const getRunLog: Handler<typeof scheduler, 'getRunLog'> = async (input, { db, scope }) => {
  const { runId, offset: from, tail } = input;
  const run = await findRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  // The state is read before the pieces: if it is complete, every piece is read.
  const state = await findLogState(db, runId);
  const { offset, nextOffset, bytes, sources }: LogSlice =
    tail === undefined
      ? startingAt(await listPieces(db, runId, from), from)
      : endOf(await listLastPieces(db, runId, (state?.logBytes ?? 0) - tail), tail);
  return {
    runId,
    offset,
    nextOffset,
    complete: (state?.complete ?? true) && nextOffset >= (state?.logBytes ?? 0),
    truncated: state?.truncated ?? false,
    text: bytes.toString(),
    ...(sources.length === 0 ? {} : { sources }),
    ...(state?.redactions ? { redactions: [...state.redactions] } : {}),
  };
};
