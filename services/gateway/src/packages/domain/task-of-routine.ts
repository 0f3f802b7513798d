/** A routine as a recurring task: its template without children and labels. */
import type { Routine, RoutineClock } from '@muster/contracts';
import type { PackageSchedule, PackageTask } from './content.ts';

/** Of ids: what has none is not in the package. */
export interface Slugs {
  readonly agents: ReadonlyMap<string, string>;
  readonly goals: ReadonlyMap<string, string>;
  readonly projects: ReadonlyMap<string, string>;
}

export interface RoutineTask extends Omit<PackageTask, 'slug'> {
  /** The template has parts that a task cannot have. */
  readonly isCut: boolean;
}

export function taskOf(
  { name, template, clock, overlap, catchUp, catchUpCap, pauseAfterFailures, variables }: Routine,
  { agents, goals, projects }: Slugs,
): RoutineTask {
  const { title, description, priority, assigneeAgentId, projectId, goalId } = template;
  const { labelIds = [], children = [] } = template;
  const slugIn = (slugs: ReadonlyMap<string, string>, id: string | null | undefined) =>
    slugs.get(id ?? '') ?? null;
  return {
    name,
    title,
    description: description ?? '',
    priority: priority ?? null,
    assignee: slugIn(agents, assigneeAgentId),
    project: slugIn(projects, projectId),
    goal: slugIn(goals, goalId),
    routine: {
      overlap,
      catchUp,
      catchUpCap,
      pauseAfterFailures,
      variables,
      schedule: scheduleOf(clock),
    },
    isCut: labelIds.length > 0 || children.length > 0,
  };
}

function scheduleOf(clock: RoutineClock): PackageSchedule | null {
  if (clock.kind === 'cron') return { cron: clock.expression, zone: clock.zone };
  return clock.kind === 'interval' ? { everySec: clock.everySec } : null;
}
