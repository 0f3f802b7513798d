/** What an import does, one thing after the other. It is stored as JSON, and read again by the gateway only. */
import type {
  PackageAgent,
  PackageGoal,
  PackageProject,
  PackageSkill,
  PackageTask,
} from './content.ts';

/** A thing of the same import, or one that the company had already. */
export type Reference = { readonly slug: string } | { readonly id: string };

export interface SkillStep {
  readonly kind: 'skill';
  readonly thing: PackageSkill;
}
export interface AgentStep {
  readonly kind: 'agent';
  readonly thing: PackageAgent;
  readonly reportsTo: Reference | null;
}
export interface GoalStep {
  readonly kind: 'goal';
  readonly thing: PackageGoal;
  readonly parent: Reference | null;
  readonly owner: Reference | null;
}
export interface ProjectStep {
  readonly kind: 'project';
  readonly thing: PackageProject;
  readonly lead: Reference | null;
  readonly goals: readonly Reference[];
}
export interface TaskStep {
  readonly kind: 'task';
  readonly thing: PackageTask;
  readonly assignee: Reference | null;
  readonly project: Reference | null;
  readonly goal: Reference | null;
}
export type Step = SkillStep | AgentStep | GoalStep | ProjectStep | TaskStep;
export type StepKind = Step['kind'];

export interface PlannedStep {
  readonly path: string;
  readonly slug: string;
  readonly step: Step;
}
