/**
 * Chooses the run that is started next. A job names a run, in the order of the queue; but
 * if its company holds runs already and another company holds fewer, a run of that company is
 * chosen, so that a thousand runs of one company do not keep the next one waiting. The run that
 * yielded is offered again at once, after those that wait.
 *
 * The last places of a process are for companies that hold no run: what takes one of another company
 * would keep the next one waiting for as long as a run lasts. So they stay free, and the run is
 * offered again when another one of this process ends.
 */
import type { Db } from '@muster/service-kit';
import { AT_LIMIT_RETRY_SECONDS } from '../runs/start-run.ts';
import { compareShares, type FairShareQuery } from '../store/fair-shares.ts';
import { findStartable, type QueuedRun } from '../store/runs/run-lifecycle.ts';
import { postponeOffer, yieldTurn } from '../store/runs/run-sweep.ts';

/** Finds a run of a company that holds fewer; each look goes on after the companies of the one before. */
export type FindFairerRun = (
  query: Omit<FairShareQuery, 'after'>,
) => Promise<QueuedRun | undefined>;

export function openFairShares(db: Db): FindFairerRun {
  let after: string | undefined;
  return async (query) => {
    const compared = await compareShares(db, { ...query, after });
    ({ after } = compared);
    return compared.run;
  };
}

interface ChoiceLimits {
  /** Whether the place is one of the last ones of this process. */
  readonly isLastPlace: boolean;
  /** A run was left out because of that. */
  readonly onKept: () => void;
  readonly maxPerCompany: number;
  /** Runs that this process is about to start already. */
  readonly starting: ReadonlyMap<string, string>;
  readonly findFairerRun: FindFairerRun;
}

/** Nothing where the run need not be started any more, or where its company is at its limit. */
export async function chooseRun(
  db: Db,
  runId: string,
  { isLastPlace, onKept, maxPerCompany, starting, findFairerRun }: ChoiceLimits,
): Promise<QueuedRun | undefined> {
  const named = await findStartable(db, runId);
  if (!named) return undefined;
  const { companyId, held, othersWait, isOneOfMany, isProbed } = named;
  if (isProbed) {
    await postponeOffer(db, runId, AT_LIMIT_RETRY_SECONDS);
    return undefined;
  }
  if (held === 0) return named;
  const isFull = maxPerCompany > 0 && held >= maxPerCompany;
  const isKept = isLastPlace && isOneOfMany;
  const below = isKept ? 1 : isFull ? maxPerCompany : held;
  const fairer = othersWait
    ? await findFairerRun({ companyId, below, starting: [...starting.keys()] })
    : undefined;
  if (isKept) onKept();
  if (isFull || isKept) await postponeOffer(db, runId, AT_LIMIT_RETRY_SECONDS);
  else if (fairer) await yieldTurn(db, runId);
  return fairer ?? (isFull || isKept ? undefined : named);
}
