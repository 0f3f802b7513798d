/** A company as a package has it: things name each other by slugs, which are also the names of folders. */
import type {
  Agent,
  Goal,
  PackageFile,
  Project,
  Routine,
  RoutineVariable,
} from '@muster/contracts';

export interface PackageAgent extends Pick<
  Agent,
  'name' | 'role' | 'title' | 'icon' | 'capabilities' | 'budgetMonthlyCents'
> {
  readonly slug: string;
  readonly reportsTo: string | null;
  /** The adapter of a coding agent whose program is the operator's; null: it gets one later. */
  readonly adapter: PackageAdapter | null;
  readonly skills: readonly string[];
  readonly instructions: string;
}

export interface PackageAdapter {
  readonly type: string;
  readonly model?: string | undefined;
  readonly effort?: string | undefined;
}

export interface PackageSkill {
  readonly slug: string;
  /** Their paths are relative to the folder of the skill. */
  readonly files: readonly PackageFile[];
}

export interface PackageGoal extends Pick<Goal, 'title' | 'level' | 'status' | 'description'> {
  readonly slug: string;
  readonly parent: string | null;
  readonly owner: string | null;
}

export interface PackageProject extends Pick<
  Project,
  'name' | 'status' | 'description' | 'targetDate' | 'color'
> {
  readonly slug: string;
  readonly lead: string | null;
  readonly goals: readonly string[];
}

/** What makes a routine of a task. */
export interface PackageRoutine extends Pick<
  Routine,
  'overlap' | 'catchUp' | 'catchUpCap' | 'pauseAfterFailures'
> {
  readonly schedule: PackageSchedule | null;
  readonly variables: readonly RoutineVariable[];
}

export type PackageSchedule =
  | { readonly cron: string; readonly zone: string }
  | { readonly everySec: number };

export interface PackageTask {
  readonly slug: string;
  readonly name: string;
  /** Of the issue, where it is not the name. */
  readonly title: string;
  readonly priority: string | null;
  readonly assignee: string | null;
  readonly project: string | null;
  readonly goal: string | null;
  readonly description: string;
  /** null: one issue. */
  readonly routine: PackageRoutine | null;
}

export interface PackageContent {
  readonly company: { readonly name: string; readonly description: string };
  readonly agents: readonly PackageAgent[];
  readonly skills: readonly PackageSkill[];
  readonly goals: readonly PackageGoal[];
  readonly projects: readonly PackageProject[];
  readonly tasks: readonly PackageTask[];
}
