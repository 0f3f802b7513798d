/**
 * Fires what is due by the clock of the database. Every replica sweeps: the row of the routine is locked, so a
 * moment is decided once, and each is a transaction of the person who has turned the routine on. An issue that
 * is refused undoes its transaction; a second one writes the failure down, and decides about the same moment.
 */
import { Refusal, type Actor, type issues } from '@muster/contracts';
import { openRotation, type Context, type Rotation, type Runtime } from '@muster/service-kit';
import { fireRoutine, saveDecided } from '../creation/fire-routine.ts';
import type { Makers } from '../creation/routine-template.ts';
import { decideDue } from '../domain/routines/due.ts';
import { routineEvent } from '../events.ts';
import {
  isStillDue,
  listDueRoutines,
  listReadyFirings,
  type DueRoutine,
  type ReadyFiring,
} from '../store/routines/due-routines.ts';
import { findQueuedFiring, findFiringAt } from '../store/routines/firings.ts';
import {
  getNow,
  lockRoutine,
  saveProgress,
  saveRoutine,
  type RoutineRow,
} from '../store/routines/routines.ts';

type SweepContext = Context<typeof issues>;
type Work = (context: SweepContext, failure: Refusal | undefined) => Promise<void>;

const ROUTINES_PER_PAGE = 100;
/** Of one company in a page: the others of it come in the next pass, so that other companies need not wait for them. */
const COMPANY_PER_PAGE = 5;

/** A page is looked at again until nothing of it is due: an outage leaves several moments of a routine. */
export const firingDueRoutines = (runtime: Runtime, makers: Makers): Rotation =>
  openRotation<DueRoutine>({
    name: 'routines that are due',
    log: runtime.log,
    limit: ROUTINES_PER_PAGE,
    list: (after, limit) => listDueRoutines(runtime.db, after, limit),
    work: (due, eachCompany) =>
      eachCompany(due, async (companyId, own) => {
        for (const routine of own.slice(0, COMPANY_PER_PAGE)) {
          // oxlint-disable-next-line no-await-in-loop -- each is a transaction that makes an issue
          await attempt(runtime, actorOf(routine, companyId), (context, failure) =>
            fireNext(routine, context, { makers, failure }),
          );
        }
      }),
  });

export const firingQueued = (runtime: Runtime, makers: Makers): Rotation =>
  openRotation<ReadyFiring>({
    name: 'queued firings that are ready',
    log: runtime.log,
    limit: ROUTINES_PER_PAGE,
    list: (after, limit) => listReadyFirings(runtime.db, after, limit),
    work: (ready, eachCompany) =>
      eachCompany(ready, async (companyId, own) => {
        for (const firing of own.slice(0, COMPANY_PER_PAGE)) {
          // oxlint-disable-next-line no-await-in-loop -- as above
          await attempt(runtime, actorOf(firing, companyId), (context, failure) =>
            fireQueued(firing, context, { makers, failure }),
          );
        }
      }),
  });

type Author = Pick<DueRoutine, 'name'> & Pick<ReadyFiring, 'activatedByUserId' | 'activatedByName'>;

/** Who has turned it on, with the rights of an operator; its name in the activity says which routine acts. */
const actorOf = (
  { name, activatedByUserId, activatedByName }: Author,
  companyId: string,
): Actor => ({
  type: 'user',
  id: activatedByUserId ?? '',
  name: `${activatedByName ?? 'Board'} (routine ${name})`,
  companies: [{ companyId, role: 'operator', permissions: [] }],
});

async function attempt({ write }: Runtime, actor: Actor, work: Work): Promise<void> {
  const inContext = (failure?: Refusal) =>
    write((context) => work(context as unknown as SweepContext, failure), { actor });
  try {
    await inContext();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await inContext(error);
  }
}

interface How {
  readonly makers: Makers;
  readonly failure: Refusal | undefined;
}

async function fireNext(due: DueRoutine, context: SweepContext, how: How): Promise<void> {
  const { db, scope } = context;
  if (!(await isStillDue(db, due))) return;
  const routine = await lockRoutine(db, scope, due.id);
  if (!routine?.nextFireAt) return;
  const decided = decideDue({ ...routine, nextFireAt: routine.nextFireAt }, await getNow(db));
  const { leftOut, fire, next } = decided;
  if (leftOut) {
    const first = { moment: leftOut.from, cause: 'clock' as const, values: {} };
    const why = { outcome: 'left_out' as const, reason: 'missed', until: leftOut.to };
    await saveDecided(routine, first, why, context);
  }
  const gone = { ...routine, nextFireAt: next };
  if (fire === null || (await findFiringAt(db, routine, fire))) return saveProgress(db, gone);
  await fireOr(gone, { moment: fire, cause: 'clock', values: {} }, context, how);
}

async function fireQueued(ready: ReadyFiring, context: SweepContext, how: How): Promise<void> {
  const { db, scope } = context;
  const routine = await lockRoutine(db, scope, ready.routineId);
  const firing = routine && (await findQueuedFiring(db, ready));
  if (!firing) return;
  const { moment, cause, variables: values } = firing;
  await fireOr(routine, { moment, cause, values, isQueued: true }, context, how);
}

/** Fires the moment, or writes down why it could not; the failures in a row may pause the routine. */
async function fireOr(
  routine: RoutineRow,
  moment: Parameters<typeof fireRoutine>[1],
  context: SweepContext,
  { makers, failure }: How,
): Promise<void> {
  const { db, emit, now } = context;
  if (!failure) {
    const fired = await fireRoutine(routine, moment, context, makers);
    return saveProgress(db, fired.routine);
  }
  const reason = reasonOf(failure);
  await saveDecided(routine, moment, { outcome: 'failed', reason }, context);
  const failuresInRow = routine.failuresInRow + 1;
  const failed = { ...routine, failuresInRow };
  if (failuresInRow < routine.pauseAfterFailures || routine.status !== 'active') {
    return saveProgress(db, failed);
  }
  const paused: RoutineRow = {
    ...failed,
    status: 'paused',
    pauseReason: reason,
    nextFireAt: null,
    updatedAt: now,
    version: routine.version + 1,
  };
  await saveRoutine(db, paused);
  emit('routine.paused', routineEvent(paused));
}

const reasonOf = ({ code, details }: Refusal): string => {
  const { code: inner } = Object(details) as { readonly code?: unknown };
  return typeof inner === 'string' ? inner : code;
};
