/**
 * What a moment of a routine does: its issue, the row that says so and the routine's next moment are one
 * transaction of whoever holds the routine's row.
 */
import {
  QUEUED_FIRINGS_MAX,
  type FiringCause,
  type FiringOutcome,
  type issues,
} from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import { firedEvent } from '../events.ts';
import { dayOf } from '../domain/routines/moments.ts';
import { decideOverlap } from '../domain/routines/overlap.ts';
import { filled, valuesOf, type Values } from '../domain/routines/variables.ts';
import { getOverlap, saveFiring, type FiringRow } from '../store/routines/firings.ts';
import type { RoutineRow } from '../store/routines/routines.ts';
import { withBudget } from './announce-exhausted.ts';
import { makeIssue, type Makers } from './routine-template.ts';

type IssuesContext = Context<typeof issues>;

export interface Moment {
  readonly moment: string;
  readonly cause: FiringCause;
  readonly values: Values;
  /** It has waited: it fires whatever the overlap says. */
  readonly isQueued?: boolean;
}

export interface Fired {
  readonly firing: FiringRow;
  readonly routine: RoutineRow;
}

/** Fires the moment, or says why it does not. The routine that it returns is to be saved. */
export async function fireRoutine(
  before: RoutineRow,
  moment: Moment,
  context: IssuesContext,
  makers: Makers,
): Promise<Fired> {
  const { db } = context;
  const routine = await withBudget(before, context);
  if (routine.exhaustedMonth !== null) {
    const why = { outcome: 'skipped', reason: 'budget_exhausted' } as const;
    return { firing: await saveDecided(routine, moment, why, context), routine };
  }
  const { lastIssueId, overlap, companyId } = routine;
  const { isOpen, queued } = await getOverlap(db, routine, lastIssueId);
  const queuedMax = QUEUED_FIRINGS_MAX;
  const { cause } = moment;
  const decided = moment.isQueued
    ? 'fired'
    : decideOverlap({ overlap, isOpen, queued, queuedMax, cause });
  if (decided === 'queued' || decided === 'skipped') {
    const reason = isOpen ? 'last_issue_open' : 'earlier_firings_queued';
    const full = queued >= queuedMax ? 'queue_full' : reason;
    const firing = await saveDecided(routine, moment, { outcome: decided, reason: full }, context);
    return { firing, routine };
  }
  if (decided === 'replace' && lastIssueId !== null) {
    await makers.updateIssue({ issueId: lastIssueId, status: 'cancelled' }, context);
  }
  const count = routine.fired + 1;
  const values = {
    ...valuesOf(routine.variables, moment.values),
    date: dayOf(routine.clock, moment.moment),
    count: String(count),
  };
  const issueId = await makeIssue(filled(routine.template, values), companyId, context, makers);
  const reason = decided === 'replace' ? 'replaced_open_issue' : null;
  const firing = await saveDecided(routine, moment, { outcome: 'fired', reason, issueId }, context);
  return {
    firing,
    routine: { ...routine, fired: count, failuresInRow: 0, lastIssueId: issueId },
  };
}

interface Decided {
  readonly outcome: FiringOutcome;
  readonly reason: string | null;
  readonly issueId?: string;
  readonly until?: string;
}

/** Writes down what a moment has done, and tells it. */
export async function saveDecided(
  { id, companyId, name }: RoutineRow,
  { moment, cause, values }: Moment,
  { outcome, reason, issueId, until }: Decided,
  { db, emit }: IssuesContext,
): Promise<FiringRow> {
  const firing = await saveFiring(db, {
    id: newId(),
    companyId,
    routineId: id,
    moment,
    until: until ?? null,
    cause,
    outcome,
    reason,
    variables: values,
    issueId: issueId ?? null,
  });
  emit('routine.fired', firedEvent(firing, name));
  return firing;
}
