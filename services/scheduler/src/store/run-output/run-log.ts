/** The log of a run: its output in pieces. */
import type { RunLogRedaction } from '@muster/contracts';
import { many, maybeOne, sql, type Db } from '@muster/service-kit';
import type { Checkpoint } from '../../domain/checkpoint.ts';
import { LOG_HEAD_BYTES, LOG_TAIL_BYTES, type LineMark } from '../../domain/log-slice.ts';
import type { Holder } from '../../domain/held-run.ts';
import { isLive, isRunOf } from '../runs/run-states.ts';
import { maskAgain, storedCheckpoint } from './redacted-log.ts';

/** Pieces in one answer: with pieces of 8 KB this is 256 KB. */
const PIECES_MAX = 32;

export interface Piece {
  readonly start: number;
  readonly text: string;
  /** Null where nobody knows them. */
  readonly marks: readonly LineMark[] | null;
}

interface AddedPiece extends Pick<Piece, 'start' | 'text'> {
  readonly marks: readonly LineMark[] | undefined;
  readonly truncated: boolean;
}

/**
 * Adds the piece, takes away what is no longer in the head or the tail, and sets the new length and the checkpoint after it in one statement; a repetition changes
 * nothing. False for a holder that was superseded.
 */
export const appendPiece = async (
  db: Db,
  holder: Holder,
  { start, text, marks, truncated }: AddedPiece,
  checkpoint: Checkpoint | undefined,
): Promise<boolean> => {
  const appended = await maybeOne<{ readonly logRedactions: readonly RunLogRedaction[] | null }>(
    db,
    sql`
    with grown as (
      update runs set log_bytes = ${start + Buffer.byteLength(text)}, log_truncated = ${truncated},
        checkpoint = coalesce(${storedCheckpoint(jsonOf(checkpoint))}, checkpoint)
      where ${isRunOf(holder)}
      returning id, company_id, log_redactions
    ), left_out as (
      delete from run_log using grown
      where run_log.run_id = grown.id and run_log.start >= ${LOG_HEAD_BYTES}
        and run_log.start < ${start + Buffer.byteLength(text) - LOG_TAIL_BYTES}
    )
    insert into run_log (run_id, company_id, start, text, marks)
    select id, company_id, ${start}, ${text}, ${marks ? JSON.stringify(marks) : null}::jsonb
    from grown
    on conflict (run_id, start) do update set text = excluded.text, marks = excluded.marks
    returning (select log_redactions from grown)`,
  );
  if (appended?.logRedactions) {
    await maskAgain(db, holder.id, { start, text }, appended.logRedactions);
  }
  return appended !== undefined;
};

/** A checkpoint without a piece before it. False for a holder that was superseded. */
export const saveCheckpoint = async (
  db: Db,
  holder: Holder,
  checkpoint: Checkpoint,
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    update runs set checkpoint = ${storedCheckpoint(jsonOf(checkpoint))}
    where ${isRunOf(holder)}
    returning id`,
  )) !== undefined;

const jsonOf = (checkpoint: Checkpoint | undefined): string | null =>
  checkpoint ? JSON.stringify(checkpoint) : null;

/** The piece that contains the offset, and those after it. */
export const listPieces = (db: Db, runId: string, offset: number): Promise<Piece[]> =>
  many<Piece>(
    db,
    sql`
    select start, text, marks from run_log
    where run_id = ${runId} and start >= coalesce(
      (select max(start) from run_log where run_id = ${runId} and start <= ${offset}), 0
    )
    order by start limit ${PIECES_MAX}`,
  );

/** The last pieces, beginning with the one that contains the offset; in their order. */
export async function listLastPieces(db: Db, runId: string, offset: number): Promise<Piece[]> {
  const pieces = await many<Piece>(
    db,
    sql`
    select start, text, marks from run_log
    where run_id = ${runId} and start >= coalesce(
      (select max(start) from run_log where run_id = ${runId} and start <= ${offset}), 0
    )
    order by start desc limit ${PIECES_MAX}`,
  );
  return pieces.toReversed();
}

interface LogState {
  readonly complete: boolean;
  readonly truncated: boolean;
  readonly logBytes: number;
  readonly redactions: readonly RunLogRedaction[] | null;
}

export const findLogState = (db: Db, runId: string): Promise<LogState | undefined> =>
  maybeOne(
    db,
    sql`
    select not (status ${isLive}) and not held as complete,
      log_truncated as truncated, log_bytes, log_redactions as redactions
    from runs where id = ${runId}`,
  );
