import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findLogState, listPieces, type Piece } from '../store/run-output/run-log.ts';
import { findRun } from '../store/runs.ts';

export const getRunLog: Handler<typeof scheduler, 'getRunLog'> = async (input, { db, scope }) => {
  const { runId, offset } = input;
  const run = await findRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  // The state is read before the pieces: if it is complete, every piece is read.
  const state = await findLogState(db, runId);
  const bytes = bytesFrom(await listPieces(db, runId, offset), offset);
  const nextOffset = offset + bytes.length;
  return {
    runId,
    offset,
    nextOffset,
    complete: (state?.complete ?? true) && nextOffset >= (state?.logBytes ?? 0),
    truncated: state?.truncated ?? false,
    text: bytes.toString(),
  };
};

/** From the offset on; an offset within a character yields a replacement character. */
function bytesFrom(pieces: readonly Piece[], offset: number): Buffer {
  const [first] = pieces;
  if (!first) return Buffer.alloc(0);
  const all = Buffer.from(pieces.map(({ text }) => text).join(''));
  return all.subarray(Math.min(all.length, Math.max(0, offset - first.start)));
}
