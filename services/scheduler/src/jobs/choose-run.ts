/**
 * Which run a free place is given to. A job names one, in the order in which they were queued; but
 * where its company has runs already and another one has fewer, it is the other's turn, so that a
 * thousand runs of one company do not keep the next company waiting. The run that had to stand back
 * is offered again at once, behind the others.
 */
import type { Db } from '@muster/service-kit';
import { findFairer } from '../store/fair-shares.ts';
import { findNamed, type Waiting } from '../store/run-lifecycle.ts';
import { postponeOffer, standBack } from '../store/run-sweep.ts';

/** A run that there is no room for is offered again then, or when a run ends. */
export const NO_ROOM_SECONDS = 10;

/** Nothing where the run need not be started any more, or where there is no room for it. */
export async function chooseRun(
  db: Db,
  runId: string,
  { maxPerCompany, chosen }: {
    readonly maxPerCompany: number;
    readonly chosen: ReadonlySet<string>;
  },
): Promise<Waiting | undefined> {
  const named = await findNamed(db, runId);
  if (!named) return undefined;
  const { companyId, held, othersWait } = named;
  if (held === 0) return named;
  const isFull = maxPerCompany > 0 && held >= maxPerCompany;
  const below = isFull ? maxPerCompany : held;
  const fairer = othersWait
    ? await findFairer(db, { companyId, below, chosen: [...chosen] })
    : undefined;
  if (isFull) await postponeOffer(db, runId, NO_ROOM_SECONDS);
  else if (fairer) await standBack(db, runId);
  return fairer ?? (isFull ? undefined : named);
}
