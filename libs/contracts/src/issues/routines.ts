/** Routines of a company: they make issues by a clock, or by hand. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import {
  FIRINGS_KEPT_DAYS,
  MOMENTS_MAX,
  NEXT_MOMENTS,
  Routine,
  routineFields,
  RoutineClock,
  RoutineFiring,
  RoutineStatus,
  RoutineSummary,
  ROUTINES_MAX,
  VariableValues,
} from './routine-records.ts';
import { issueOperations } from './operations.ts';
import { Id, ifVersion, page, PathId, Timestamp } from '../vocabulary.ts';

const who = ['agent', 'board'] as const;
const { name, template, variables, clock, overlap, catchUp, catchUpCap, pauseAfterFailures } =
  routineFields;
const { budgetMonthlyCents } = routineFields;

const ofBudget = ['routine.exhausted', 'routine.restored'] as const;

export const routineOperations = {
  createRoutine: operation({
    http: 'POST /api/companies/:companyId/routines',
    summary:
      'Create a routine, which makes an issue from its template at each moment of its clock. One of an ' +
      'agent is proposed, and begins when the board sets it to active; one of the board is active, or ' +
      `paused. A company has ${ROUTINES_MAX} at most.`,
    who,
    status: 201,
    location: '/api/routines/:routineId',
    input: z.object({
      companyId: PathId,
      name,
      template,
      variables: variables.default([]),
      clock: clock.prefault({ kind: 'none' }),
      overlap: overlap.default('skip'),
      catchUp: catchUp.default('latest'),
      catchUpCap: catchUpCap.default(10),
      pauseAfterFailures: pauseAfterFailures.default(5),
      budgetMonthlyCents: budgetMonthlyCents.default(0),
      status: RoutineStatus.extract(['active', 'paused']).default('active'),
    }),
    output: Routine,
    refusals: ['template_refused', 'variable_refused', 'too_many_routines'],
    emits: ['routine.created'],
  }),
  listRoutines: operation({
    http: 'GET /api/companies/:companyId/routines',
    summary: 'The routines of a company that are not archived, the newest first.',
    who,
    input: z.object({ companyId: PathId, status: RoutineStatus.optional(), ...page }),
    output: z.array(RoutineSummary),
    paged: true,
    refusals: [],
  }),
  previewRoutine: operation({
    http: 'GET /api/companies/:companyId/routine-moments',
    summary:
      `The next ${NEXT_MOMENTS} moments of a clock, before a routine with it is saved: of an expression, ` +
      'or of an interval; without either there are none.',
    who,
    input: z.object({
      companyId: PathId,
      expression: RoutineClock.options[0].shape.expression.optional(),
      zone: RoutineClock.options[0].shape.zone,
      everySec: RoutineClock.options[1].shape.everySec.optional(),
      from: Timestamp.optional(),
    }),
    output: z.object({ nextMoments: z.array(Timestamp) }),
    refusals: [],
  }),
  getRoutine: operation({
    http: 'GET /api/routines/:routineId',
    summary: `A routine with its next ${NEXT_MOMENTS} moments, and what its issues cost this month.`,
    who,
    input: z.object({ routineId: PathId }),
    output: Routine,
    refusals: ['routine_not_found'],
  }),
  updateRoutine: operation({
    http: 'PATCH /api/routines/:routineId',
    summary:
      'Change a routine. Set to active it begins with the next moment of its clock, and makes its ' +
      'issues for whoever has set it so; an active one whose clock is changed begins anew. One that has ' +
      'spent its budget of the month fires again once the budget is raised, or the month is over.',
    who: ['board'],
    input: z
      .object({ ...routineFields, status: RoutineStatus.extract(['active', 'paused']) })
      .partial()
      .extend({ routineId: PathId, ...ifVersion }),
    output: Routine,
    refusals: ['routine_not_found', 'template_refused', 'variable_refused'],
    emits: ['routine.updated', ...ofBudget],
  }),
  archiveRoutine: operation({
    http: 'DELETE /api/routines/:routineId',
    summary: 'Archive a routine: it makes no issue any more. Its issues stay as they are.',
    who: ['board'],
    input: z.object({ routineId: PathId }),
    output: Routine,
    refusals: ['routine_not_found'],
    emits: ['routine.archived'],
  }),
  listFirings: operation({
    http: 'GET /api/routines/:routineId/firings',
    summary: `What each moment of a routine has done and why, the latest first, for ${FIRINGS_KEPT_DAYS} days.`,
    who,
    input: z.object({ routineId: PathId, ...page }),
    output: z.array(RoutineFiring),
    paged: true,
    refusals: ['routine_not_found'],
  }),
  runRoutine: operation({
    http: 'POST /api/routines/:routineId/run',
    summary:
      'Make the issue of a routine now, whatever its status. While its last issue is open, its overlap ' +
      'decides, and so does its budget of the month: the answer says whether it was skipped or queued.',
    who: ['board'],
    status: 201,
    input: z.object({ routineId: PathId, variables: VariableValues.default({}) }),
    output: RoutineFiring,
    refusals: ['routine_not_found', 'template_refused', 'variable_refused'],
    emits: [...issueOperations.updateIssue.emits, 'issue.created', 'routine.fired', ...ofBudget],
  }),
  backfillRoutine: operation({
    http: 'POST /api/routines/:routineId/backfill',
    summary:
      `Make the issues of past moments that have none, ${MOMENTS_MAX} at most, of the last ` +
      `${FIRINGS_KEPT_DAYS} days: one after the other where the routine queues, together otherwise.`,
    who: ['board'],
    input: z.object({ routineId: PathId, from: Timestamp, to: Timestamp }),
    output: z.object({ routineId: Id, queued: z.array(Timestamp) }),
    refusals: ['routine_not_found', 'too_many_moments'],
    emits: ['routine.backfilled'],
  }),
} as const;

const Snapshot = RoutineSummary.pick({
  name: true,
  status: true,
  pauseReason: true,
  nextFireAt: true,
  proposedByAgentId: true,
  budgetMonthlyCents: true,
  exhaustedMonth: true,
  version: true,
}).extend({ routineId: Id });

const routineEvent = (summary: string) =>
  event({ entity: 'routine', version: 1, summary, payload: Snapshot });

export const routineEvents = {
  'routine.created': routineEvent('A routine was created, or proposed by an agent.'),
  'routine.updated': event({
    entity: 'routine',
    version: 1,
    summary: 'A routine was changed, turned on or paused by the board.',
    payload: Snapshot.extend({ previousStatus: RoutineStatus }),
  }),
  'routine.archived': routineEvent('A routine makes no issues any more.'),
  'routine.paused': routineEvent(
    'A routine has failed as often in a row as it may, and is paused.',
  ),
  'routine.exhausted': routineEvent(
    'The issues of a routine have cost its budget of the month: it skips its moments until the next ' +
      'month, or until the budget is raised.',
  ),
  'routine.restored': routineEvent(
    'A routine that has spent its budget fires again: a month has begun, the budget was raised, or a ' +
      'cost was taken back.',
  ),
  'routine.fired': event({
    entity: 'routine',
    version: 1,
    summary: 'A moment of a routine has come: what it has done, and why not.',
    payload: RoutineFiring.pick({
      moment: true,
      until: true,
      cause: true,
      outcome: true,
      reason: true,
      issueId: true,
    }).extend({ routineId: Id, name: z.string() }),
  }),
  'routine.backfilled': event({
    entity: 'routine',
    version: 1,
    summary: 'Past moments of a routine are made up for; each tells of itself.',
    payload: Snapshot.extend({ from: Timestamp, to: Timestamp, moments: z.int() }),
  }),
} as const;
