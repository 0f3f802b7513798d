/** How a routine reads, and what its form sends. */
import type {
  Routine,
  RoutineCatchUp,
  RoutineClock,
  RoutineFiring,
  RoutineOverlap,
  RoutineStatus,
  RoutineTemplate,
} from '@muster/contracts';
import { counted } from '../count.ts';
import { centsOf, sumOf } from '../money.ts';
import type { Mark } from '../marks.ts';
import { partsOf, textOfParts, textOfVariables, variablesOf } from './template-text.ts';

export const routineMarks: Readonly<Record<RoutineStatus, Mark>> = {
  proposed: { word: 'Proposed', tone: 'call', shape: 'ring' },
  active: { word: 'On', tone: 'work', shape: 'full' },
  paused: { word: 'Paused', tone: 'stuck', shape: 'pause' },
  archived: { word: 'Archived', tone: 'quiet', shape: 'struck' },
};

const SECONDS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `every 2 hours`, of the largest unit that divides it. */
function everyOf(seconds: number): string {
  const [unit, length] = SECONDS.find(([, each]) => seconds % each === 0) ?? SECONDS[3];
  const count = seconds / length;
  return count === 1 ? `every ${unit}` : `every ${counted(count, unit)}`;
}

/** When it makes its issues. */
export function clockWords(clock: RoutineClock): string {
  switch (clock.kind) {
    case 'cron':
      return `${clock.expression}, ${clock.zone}`;
    case 'interval':
      return everyOf(clock.everySec);
    case 'none':
      return 'by hand';
    default:
      return clock satisfies never;
  }
}

export const overlapOptions: readonly (readonly [RoutineOverlap, string])[] = [
  ['skip', 'Skip this time'],
  ['queue', 'Wait until it has ended'],
  ['together', 'Create another one'],
  ['replace', 'Cancel it and create a new one'],
];

export const catchUpOptions: readonly (readonly [RoutineCatchUp, string])[] = [
  ['none', 'Skip them'],
  ['latest', 'Catch up on the latest'],
  ['all', 'Catch up on each'],
];

const outcomes: Readonly<Record<RoutineFiring['outcome'], string>> = {
  fired: 'Created an issue',
  queued: 'Waits for the open issue',
  skipped: 'Skipped',
  left_out: 'Missed',
  failed: 'Failed',
};

const reasons: Readonly<Record<string, string>> = {
  last_issue_open: 'the last issue is open',
  earlier_firings_queued: 'earlier times come first',
  budget_exhausted: 'the budget of the month is spent',
  queue_full: 'too many times wait already',
  missed: 'Muster was not running',
};

/** What a moment has done, and why not. */
export function firingWords({
  outcome,
  reason,
}: Pick<RoutineFiring, 'outcome' | 'reason'>): string {
  if (reason === 'replaced_open_issue') return 'Replaced the last issue';
  if (reason === null || outcome === 'fired') return outcomes[outcome];
  return `${outcomes[outcome]}: ${reasons[reason] ?? reason.replaceAll('_', ' ')}`;
}

/** Why it waits for a person; nothing where a person has paused it. */
export function pauseWords(reason: string | null): string | undefined {
  if (reason === null || reason === 'manual') return undefined;
  if (reason === 'member_left') {
    return 'The person who turned it on can no longer write here. Turn it on to have it act for you.';
  }
  return `It could not create issues: ${reason.replaceAll('_', ' ')}. Fix that, then turn it on.`;
}

/** Why one that is on makes no issues: it has nothing left to spend. */
export const EXHAUSTED =
  'Its budget of the month is spent. It creates issues again next month, or once you raise its budget.';

const MINUTE = 60;

export interface RoutineFields {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly assigneeAgentId: string;
  /** One a line. */
  readonly parts: string;
  readonly variables: string;
  readonly kind: RoutineClock['kind'];
  readonly expression: string;
  readonly zone: string;
  readonly everyMinutes: string;
  readonly overlap: RoutineOverlap;
  readonly catchUp: RoutineCatchUp;
  readonly budget: string;
}

const EVERY_MORNING = '0 9 * * *';

export function fieldsOf(routine: Routine | undefined, zone: string): RoutineFields {
  const clock = routine?.clock;
  return {
    name: routine?.name ?? '',
    title: routine?.template.title ?? '',
    description: routine?.template.description ?? '',
    assigneeAgentId: routine?.template.assigneeAgentId ?? '',
    parts: textOfParts(routine?.template.children),
    variables: textOfVariables(routine?.variables),
    kind: clock?.kind ?? 'cron',
    expression: clock?.kind === 'cron' ? clock.expression : EVERY_MORNING,
    zone: clock?.kind === 'cron' ? clock.zone : zone,
    everyMinutes: clock?.kind === 'interval' ? String(clock.everySec / MINUTE) : '60',
    overlap: routine?.overlap ?? 'skip',
    catchUp: routine?.catchUp ?? 'latest',
    budget: routine?.budgetMonthlyCents ? sumOf(routine.budgetMonthlyCents) : '',
  };
}

/** As the interface takes it. */
export function clockOf({ kind, expression, zone, everyMinutes }: RoutineFields): RoutineClock {
  if (kind === 'cron') return { kind, expression: expression.trim(), zone };
  return kind === 'interval'
    ? { kind, everySec: Math.round(Number(everyMinutes) * MINUTE) }
    : { kind };
}

/** What the form does not show stays as it is. */
export const templateOf = (
  { title, description, assigneeAgentId, parts }: RoutineFields,
  before: RoutineTemplate | undefined,
): RoutineTemplate => ({
  ...before,
  title,
  description: description === '' ? null : description,
  assigneeAgentId: assigneeAgentId === '' ? null : assigneeAgentId,
  ...(parts.trim() === '' && before?.children === undefined
    ? {}
    : { children: [...partsOf(parts, before?.children)] }),
});

/** The budget as it was typed; undefined where that is no sum. */
export const budgetOf = ({ budget }: RoutineFields): number | undefined =>
  budget.trim() === '' ? 0 : centsOf(budget);

/** A cron expression is asked about once it has its five fields. */
export const hasClock = ({ kind, expression }: RoutineFields): boolean =>
  kind !== 'cron' || expression.trim().split(/\s+/).length === 5;

/** Whether everything that is needed was filled in. */
export const isComplete = (fields: RoutineFields): boolean =>
  fields.name.trim() !== '' &&
  fields.title.trim() !== '' &&
  hasClock(fields) &&
  variablesOf(fields.variables) !== undefined &&
  budgetOf(fields) !== undefined &&
  (fields.kind !== 'interval' || Number(fields.everyMinutes) >= 1);
