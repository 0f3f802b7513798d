/** Takes lines of the log of a run away, and whatever of the run repeats them. */
import { REDACTED_TEXT, type Run, type RunLogRedaction } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { LogPiece } from '../../domain/log-slice.ts';
import { maskPiece } from '../../domain/redacted-log.ts';

/** A log has a mebibyte, in pieces of 8 KB at most; short ones are as long as a program has written at once. */
const PIECES_PAGE = 2_000;

export async function listAllPieces(db: Db, runId: string): Promise<LogPiece[]> {
  const all: LogPiece[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await many<LogPiece>(
      db,
      sql`
      select start, text from run_log
      where run_id = ${runId} and start > ${all.at(-1)?.start ?? -1}
      order by start limit ${PIECES_PAGE}`,
    );
    all.push(...page);
    if (page.length < PIECES_PAGE) return all;
  }
}

export const savePieces = (
  db: Db,
  { id, companyId }: Run,
  pieces: readonly LogPiece[],
): Promise<void> =>
  none(
    db,
    sql`
    update run_log l set text = p.text
    from unnest(
      ${pieces.map(({ start }) => start)}::integer[], ${pieces.map(({ text }) => text)}::text[]
    ) as p (start, text)
    where l.run_id = ${id} and l.company_id = ${companyId} and l.start = p.start`,
  );

export const findRedactions = async (
  db: Db,
  runId: string,
): Promise<readonly RunLogRedaction[] | undefined> =>
  (
    await maybeOne<{ logRedactions: readonly RunLogRedaction[] | null }>(
      db,
      sql`select log_redactions from runs where id = ${runId}`,
    )
  )?.logRedactions ?? undefined;

/** What the run says of its output, without the words of it. */
const quietCheckpoint = (checkpoint: Statement): Statement => sql`
  ${checkpoint} #- '{reports,lastErrors}' #- '{reports,lineReport}'
    || case when ${checkpoint} -> 'reports' is null then '{}' else jsonb_build_object(
      'reports', (${checkpoint} -> 'reports') - 'lastErrors' - 'lineReport'
        || '{"lastLine": null}'
    ) end`;

/** A checkpoint as it is stored: of a run whose output was redacted, without its words. */
export const storedCheckpoint = (checkpoint: string | null): Statement => sql`
  case when log_redactions is null then ${checkpoint}::jsonb
    else ${quietCheckpoint(sql`${checkpoint}::jsonb`)} end`;

/** What a run has said at its end: of one whose output was redacted while it was live, it may be the same. */
export const storedWords = (words: string | null): Statement => sql`
  case when log_redactions is null or ${words}::text is null then ${words}::text
    else ${REDACTED_TEXT} end`;

export const saveLogRedactions = (
  db: Db,
  run: Run,
  redactions: readonly RunLogRedaction[],
): Promise<void> =>
  none(
    db,
    sql`
    update runs
    set log_redactions = ${JSON.stringify(redactions)}::jsonb, error = ${run.error},
      result_summary = ${run.resultSummary},
      checkpoint = ${quietCheckpoint(sql`checkpoint`)}
    where id = ${run.id} and company_id = ${run.companyId}`,
  );

/** A piece that comes again, because another process reads the output from an earlier place on. */
export async function maskAgain(
  db: Db,
  runId: string,
  piece: LogPiece,
  redactions: readonly RunLogRedaction[],
): Promise<void> {
  const masked = maskPiece(piece, redactions);
  if (masked.text === piece.text) return;
  await none(
    db,
    sql`update run_log set text = ${masked.text} where run_id = ${runId} and start = ${piece.start}`,
  );
}

/** What the agent of a run fails with again and again: it is of one of its runs. */
export const findFailureError = async (
  db: Db,
  { agentId, companyId }: Run,
): Promise<string | null> =>
  (
    await maybeOne<{ failureError: string | null }>(
      db,
      sql`
      select failure_error from roster
      where agent_id = ${agentId} and company_id = ${companyId} for no key update`,
    )
  )?.failureError ?? null;

export const saveFailureError = (
  db: Db,
  { agentId, companyId }: Run,
  error: string,
): Promise<void> =>
  none(
    db,
    sql`
    update roster set failure_error = ${error}
    where agent_id = ${agentId} and company_id = ${companyId}`,
  );
