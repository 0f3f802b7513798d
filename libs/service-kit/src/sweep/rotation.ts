/**
 * The way in which background work goes through rows: in pages, each beginning after the last row of
 * the one before, and from the first row again after the end. So no row waits behind others for ever.
 * Each company is worked on by itself: one that fails is left out for a while.
 */
import { isDatabaseUnavailable, isLockFailure } from '../postgres/pool.ts';
import type { Logger } from '../telemetry/logger.ts';
import { openCompanyPauses } from './company-pauses.ts';

export interface CompanyRow {
  readonly companyId: string;
}

/** Works on the rows of one company after another; a failure is logged and does not reach the others. */
export type EachCompany = <Row extends CompanyRow>(
  rows: readonly Row[],
  work: (companyId: string, rows: readonly Row[]) => Promise<unknown>,
) => Promise<void>;

export interface RotationOptions<Row extends CompanyRow> {
  /** For the log: what the work is about. */
  readonly name: string;
  readonly log: Pick<Logger, 'warn'>;
  /** Rows in one page. */
  readonly limit: number;
  /** Pages in one pass: the work that shares its turn with others has a bound. */
  readonly pagesMax?: number;
  /** The next rows after a row, or the first ones; in an order without ties. */
  readonly list: (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
  /** Gets the rows of a page but those of companies that are left out. Rows that are done are no longer listed. */
  readonly work: (rows: readonly Row[], eachCompany: EachCompany) => Promise<unknown>;
}

export interface Rotation {
  /**
   * Goes on from where the pass before ended, to the last row or for `pagesMax` pages. Fails where the
   * database does not answer; the next pass goes on after the page that failed.
   *
   * @returns whether it has come to the last row
   */
  pass(stopping?: AbortSignal): Promise<boolean>;
}

export function openRotation<Row extends CompanyRow>({
  name,
  log,
  limit,
  pagesMax = Infinity,
  list,
  work,
}: RotationOptions<Row>): Rotation {
  const pauses = openCompanyPauses();
  let after: Row | undefined;
  const eachCompany =
    (stopping: AbortSignal | undefined): EachCompany =>
    async (rows, workOn) => {
      for (const [companyId, own] of fromAnyOf(Map.groupBy(rows, (row) => row.companyId))) {
        if (stopping?.aborted) return;
        try {
          await workOn(companyId, own);
          pauses.succeeded(companyId);
        } catch (error) {
          const pauseMs = pauses.failed(companyId);
          if (isDatabaseUnavailable(error) && !isLockFailure(error)) throw error;
          log.warn({ err: error, companyId, work: name, pauseMs }, 'sweep failed for a company');
        }
      }
    };
  return {
    async pass(stopping) {
      for (let page = 0; page < pagesMax && !stopping?.aborted; page += 1) {
        const rows = await list(after, limit);
        after = rows.length < limit ? undefined : rows.at(-1);
        const ready = rows.filter(({ companyId }) => !pauses.isPaused(companyId));
        if (ready.length > 0) await work(ready, eachCompany(stopping));
        if (after === undefined) return true;
      }
      return false;
    },
  };
}

/** Beginning with any of them, so that replicas with the same page share its companies. */
function fromAnyOf<Entry>(map: Iterable<Entry>): Entry[] {
  const entries = [...map];
  const first = Math.floor(Math.random() * entries.length);
  return [...entries.slice(first), ...entries.slice(0, first)];
}
