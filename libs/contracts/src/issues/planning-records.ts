/** Labels, projects, workspaces and goals, as answers and events show them. */
import { z } from 'zod';
import { Hold } from './hold-records.ts';
import { reviewFieldsShown } from '../review-policy.ts';
import {
  GoalLevel,
  GoalStatus,
  Id,
  IssueStatus,
  ProjectStatus,
  Timestamp,
  Version,
} from '../vocabulary.ts';

/** How far the work on a project or a goal is: its issues by status. */
export const IssueProgress = z.object({
  byStatus: z.record(IssueStatus, z.int()).describe('Every status is present; 1,000 at most.'),
  more: z.array(IssueStatus).describe('Statuses of which there are more issues than were counted.'),
});
export type IssueProgress = z.output<typeof IssueProgress>;
const progress = IssueProgress.optional().describe(
  'Its issues by status; only if it was asked for.',
);

export const Label = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  color: z.string(),
  createdAt: Timestamp,
  version: Version.optional(),
});
export type Label = z.output<typeof Label>;
export const LabelView = Label.pick({ id: true, name: true, color: true });

export const Workspace = z.object({
  id: Id,
  companyId: Id,
  projectId: Id,
  name: z.string(),
  cwd: z.string().nullable(),
  repoUrl: z.string().nullable(),
  repoRef: z.string().nullable(),
  isPrimary: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version.optional(),
});
export type Workspace = z.output<typeof Workspace>;

export const Project = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  urlKey: z.string(),
  description: z.string(),
  status: ProjectStatus,
  goalId: Id.nullable(),
  goalIds: z.array(Id),
  goals: z.array(z.object({ id: Id, title: z.string() })),
  leadAgentId: Id.nullable(),
  targetDate: z.iso.date().nullable(),
  color: z.string().nullable(),
  workspaces: z.array(Workspace),
  primaryWorkspace: Workspace.nullable(),
  archivedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
  ...reviewFieldsShown,
  progress,
  hold: Hold.nullable().optional().describe('Its hold; null if there is none.'),
});
export type Project = z.output<typeof Project>;
/** A project as part of an issue. */
export const ProjectView = Project.pick({
  id: true,
  name: true,
  description: true,
  status: true,
  goalId: true,
  workspaces: true,
  primaryWorkspace: true,
});

export const Goal = z.object({
  id: Id,
  companyId: Id,
  title: z.string(),
  description: z.string(),
  level: GoalLevel,
  status: GoalStatus,
  parentId: Id.nullable(),
  ownerAgentId: Id.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
  progress,
});
export type Goal = z.output<typeof Goal>;
/** A goal as part of an issue. */
export const GoalView = Goal.pick({
  id: true,
  title: true,
  description: true,
  level: true,
  status: true,
});

export const ProjectSnapshot = z.object({
  projectId: Id,
  name: z.string(),
  status: ProjectStatus,
  goalIds: z.array(Id),
  version: Version,
});
export const GoalSnapshot = z.object({
  goalId: Id,
  title: z.string(),
  level: GoalLevel,
  status: GoalStatus,
  parentId: Id.nullable(),
  version: Version,
});
export const WorkspaceSnapshot = z.object({
  workspaceId: Id,
  projectId: Id,
  name: z.string(),
  isPrimary: z.boolean(),
});
export const LabelSnapshot = z.object({ labelId: Id, name: z.string(), color: z.string() });
