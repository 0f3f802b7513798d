/** Routines: templates of issues with a clock, and what each of their moments has done. */
import { z } from 'zod';
import { Cron, TimeZone } from '../cron.ts';
import { NewChild, NEW_CHILDREN_MAX } from './children.ts';
import { issueFields, LINKS_MAX } from './operations.ts';
import { Cents, Id, Month, Name, Timestamp, Version } from '../vocabulary.ts';

/** Routines of a company that are not archived. */
export const ROUTINES_MAX = 1_000;
/** Variables of a routine. */
const VARIABLES_MAX = 20;
/** Longest value of a variable. */
const VALUE_MAX = 1_000;
/** Most bytes of a template as JSON: what a firing reads and writes in one transaction. */
export const TEMPLATE_MAX_BYTES = 262_144;
/** Moments of one backfill, and of a catch-up. */
export const MOMENTS_MAX = 100;
/** Firings that wait for the open issue of their routine. */
export const QUEUED_FIRINGS_MAX = 100;
/** Days for which a firing is kept; a backfill begins within them, so no moment is made twice. */
export const FIRINGS_KEPT_DAYS = 90;
/** Moments that are shown before a routine is saved. */
export const NEXT_MOMENTS = 10;
const INTERVAL_MIN_SECONDS = 60;
const INTERVAL_MAX_SECONDS = 31_622_400;

const { title, description, priority, assigneeAgentId, projectId, goalId } = issueFields;

const TemplateChild = NewChild.pick({
  key: true,
  title: true,
  description: true,
  assigneeAgentId: true,
  labelIds: true,
}).extend({
  priority: priority.optional(),
  blockedBy: z.array(z.string().min(1).max(64)).max(LINKS_MAX).optional(),
});

export const RoutineTemplate = z.object({
  title,
  description: description.optional(),
  priority: priority.optional(),
  assigneeAgentId: assigneeAgentId.optional(),
  projectId: projectId.optional(),
  goalId: goalId.optional(),
  labelIds: z.array(Id).max(LINKS_MAX).optional(),
  children: z.array(TemplateChild).max(NEW_CHILDREN_MAX).optional(),
});
export type RoutineTemplate = z.output<typeof RoutineTemplate>;

export const VariableName = z.string().regex(/^[A-Za-z_][0-9A-Za-z_]{0,63}$/);
export const VariableValue = z.string().max(VALUE_MAX);
export const VariableValues = z.record(VariableName, VariableValue);
export const RoutineVariable = z.object({
  name: VariableName,
  default: VariableValue.optional(),
  required: z.boolean().default(false),
});
export type RoutineVariable = z.output<typeof RoutineVariable>;
export const RoutineVariables = z.array(RoutineVariable).max(VARIABLES_MAX);

export const RoutineClock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cron'), expression: Cron, zone: TimeZone.default('UTC') }),
  z.object({
    kind: z.literal('interval'),
    everySec: z.int().min(INTERVAL_MIN_SECONDS).max(INTERVAL_MAX_SECONDS),
    from: Timestamp.optional(),
  }),
  z.object({ kind: z.literal('none') }),
]);
export type RoutineClock = z.output<typeof RoutineClock>;

export const RoutineOverlap = z.enum(['skip', 'queue', 'together', 'replace']);
export type RoutineOverlap = z.output<typeof RoutineOverlap>;
export const RoutineCatchUp = z.enum(['none', 'latest', 'all']);
export type RoutineCatchUp = z.output<typeof RoutineCatchUp>;
export const RoutineStatus = z.enum(['proposed', 'active', 'paused', 'archived']);
export type RoutineStatus = z.output<typeof RoutineStatus>;

/** What a request may say of a routine. */
export const routineFields = {
  name: Name,
  template: RoutineTemplate,
  variables: RoutineVariables,
  clock: RoutineClock,
  overlap: RoutineOverlap,
  catchUp: RoutineCatchUp,
  catchUpCap: z.int().min(1).max(MOMENTS_MAX),
  pauseAfterFailures: z.int().min(1).max(100),
  budgetMonthlyCents: Cents,
};

/** A routine without its texts, as lists show it. */
export const RoutineSummary = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  status: RoutineStatus,
  pauseReason: z.string().nullable(),
  clock: RoutineClock,
  nextFireAt: Timestamp.nullable(),
  fired: z.int(),
  failuresInRow: z.int(),
  lastIssueId: Id.nullable(),
  proposedByAgentId: Id.nullable(),
  activatedByUserId: Id.nullable(),
  budgetMonthlyCents: z.int().optional(),
  exhaustedMonth: Month.nullable().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
});
export type RoutineSummary = z.output<typeof RoutineSummary>;

/** A routine in the inbox: proposed by an agent, paused because it fails, or without money for this month. */
export const WaitingRoutine = RoutineSummary.pick({
  id: true,
  companyId: true,
  name: true,
  status: true,
  pauseReason: true,
  proposedByAgentId: true,
  exhaustedMonth: true,
  updatedAt: true,
  version: true,
});
export type WaitingRoutine = z.output<typeof WaitingRoutine>;

export const Routine = RoutineSummary.extend({
  template: RoutineTemplate,
  variables: RoutineVariables,
  overlap: RoutineOverlap,
  catchUp: RoutineCatchUp,
  catchUpCap: z.int(),
  pauseAfterFailures: z.int(),
  spentMonthlyCents: z.int().optional(),
  nextMoments: z.array(Timestamp),
});
export type Routine = z.output<typeof Routine>;

export const FiringOutcome = z.enum(['fired', 'queued', 'skipped', 'left_out', 'failed']);
export type FiringOutcome = z.output<typeof FiringOutcome>;
export const FiringCause = z.enum(['clock', 'hand', 'backfill']);
export type FiringCause = z.output<typeof FiringCause>;

export const RoutineFiring = z.object({
  id: Id,
  routineId: Id,
  moment: Timestamp,
  until: Timestamp.nullable(),
  cause: FiringCause,
  outcome: FiringOutcome,
  reason: z.string().nullable(),
  issueId: Id.nullable(),
  decidedAt: Timestamp,
});
export type RoutineFiring = z.output<typeof RoutineFiring>;
