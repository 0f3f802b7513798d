/** Operations and events of labels, projects, workspaces and goals. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import {
  Goal,
  GoalSnapshot,
  Label,
  LabelSnapshot,
  Project,
  ProjectSnapshot,
  Workspace,
  WorkspaceSnapshot,
} from './planning-records.ts';
import { reviewFields } from '../review-policy.ts';
import {
  GoalLevel,
  GoalStatus,
  Id,
  Name,
  nameOfAtMost,
  page,
  PathId,
  ProjectStatus,
  Text,
  Timestamp,
  ifVersion,
} from '../vocabulary.ts';

/** Longest path of a working directory, as on most systems. */
const PATH_MAX = 4_096;
/** Longest URL and longest branch name. */
const URL_MAX = 2_000;
/** Most goals of a project. */
const GOALS_MAX = 50;
const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'expected a colour such as #1f6feb');
const LabelName = nameOfAtMost(48);
const GoalTitle = z.string().trim().min(1).max(500);
/** A URL with http(s), ssh or git, or the short form of ssh: `git@host:path`. */
const RepoUrl = z
  .string()
  .max(URL_MAX)
  .regex(/^(?:(?:https?|ssh|git|git\+ssh):\/\/[^\s/]+\/\S*|[\w.-]+@[\w.-]+:[^\s:]\S*)$/i);

const workspaceFields = {
  name: Name,
  cwd: z.string().trim().min(1).max(PATH_MAX).nullable(),
  repoUrl: RepoUrl.nullable(),
  repoRef: z.string().trim().min(1).max(URL_MAX).nullable(),
  isPrimary: z.boolean(),
};
const NewWorkspace = z.object(workspaceFields).partial();
/** Null is the empty text, as for clients that clear a field with null. */
const ClearableText = Text.nullable();
const projectFields = {
  name: Name,
  description: ClearableText,
  status: ProjectStatus,
  goalId: Id.nullable().describe(
    'The goal, for a project with one; `goalIds` counts where both are sent.',
  ),
  goalIds: z.array(Id).max(GOALS_MAX),
  leadAgentId: Id.nullable(),
  targetDate: z.iso.date().nullable(),
  color: Color.nullable(),
  ...reviewFields,
};
/** Refusals of a policy of reviews: of an agent that sets it, and of whom it names. */
const reviewRefusals = ['agent_not_assignable', 'user_not_found'] as const;
const goalFields = {
  title: GoalTitle,
  description: ClearableText,
  level: GoalLevel,
  status: GoalStatus,
  parentId: Id.nullable(),
  ownerAgentId: Id.nullable(),
};

const who = ['agent', 'board'] as const;
const adds = { who, stores: true } as const;

const withProgress = {
  progress: z
    .boolean()
    .default(false)
    .describe('Whether to count its issues by status, which is left out otherwise.'),
};

const labels = {
  createLabel: operation({
    http: 'POST /api/companies/:companyId/labels',
    summary: 'Add a label.',
    ...adds,
    status: 201,
    input: z.object({ companyId: PathId, name: LabelName, color: Color }),
    output: Label,
    refusals: ['name_taken'],
    emits: ['label.created'],
  }),
  listLabels: operation({
    http: 'GET /api/companies/:companyId/labels',
    summary: 'The labels of a company, by name.',
    who,
    input: z.object({ companyId: PathId, ...page }),
    output: z.array(Label),
    paged: true,
    refusals: [],
  }),
  updateLabel: operation({
    http: 'PATCH /api/labels/:labelId',
    summary: 'Rename a label, or change its color; every issue that has it shows it so.',
    who,
    input: z.object({
      labelId: PathId,
      name: LabelName.optional(),
      color: Color.optional(),
      ...ifVersion,
    }),
    output: Label,
    refusals: ['label_not_found', 'name_taken'],
    emits: ['label.updated'],
  }),
  deleteLabel: operation({
    http: 'DELETE /api/labels/:labelId',
    summary: 'Delete a label and remove it from every issue.',
    who,
    input: z.object({ labelId: PathId }),
    output: Label,
    refusals: ['label_not_found'],
    emits: ['label.deleted'],
  }),
};

const projects = {
  createProject: operation({
    http: 'POST /api/companies/:companyId/projects',
    summary: 'Create a project, optionally with its first workspace.',
    ...adds,
    status: 201,
    location: '/api/projects/:projectId',
    input: z.object({
      companyId: PathId,
      ...z.object(projectFields).partial().shape,
      name: Name,
      description: ClearableText.default(''),
      status: ProjectStatus.default('planned'),
      workspace: NewWorkspace.optional(),
    }),
    output: Project,
    refusals: ['goal_not_found', 'agent_not_found', ...reviewRefusals],
    emits: ['project.created', 'workspace.created'],
  }),
  listProjects: operation({
    http: 'GET /api/companies/:companyId/projects',
    summary: 'The projects of a company, oldest first.',
    who,
    input: z.object({ companyId: PathId, ...withProgress, ...page }),
    output: z.array(Project),
    paged: true,
    refusals: [],
  }),
  getProject: operation({
    http: 'GET /api/projects/:projectId',
    summary: 'One project with its workspaces.',
    who,
    input: z.object({ projectId: PathId, ...withProgress }),
    output: Project,
    refusals: ['project_not_found'],
  }),
  updateProject: operation({
    http: 'PATCH /api/projects/:projectId',
    summary: 'Change a project.',
    who,
    input: z
      .object({ ...projectFields, archivedAt: Timestamp.nullable() })
      .partial()
      .extend({ projectId: PathId, ...ifVersion }),
    output: Project,
    refusals: ['project_not_found', 'goal_not_found', 'agent_not_found', ...reviewRefusals],
    emits: ['project.updated'],
  }),
};

const workspaces = {
  listWorkspaces: operation({
    http: 'GET /api/projects/:projectId/workspaces',
    summary: 'The workspaces of a project, the primary one first.',
    who,
    input: z.object({ projectId: PathId }),
    output: z.array(Workspace),
    refusals: ['project_not_found'],
  }),
  createWorkspace: operation({
    http: 'POST /api/projects/:projectId/workspaces',
    summary: 'Add a workspace: a working directory, a repository, or both.',
    ...adds,
    status: 201,
    input: NewWorkspace.extend({ projectId: PathId }),
    output: Workspace,
    refusals: ['project_not_found', 'too_many_workspaces'],
    emits: ['workspace.created'],
  }),
  updateWorkspace: operation({
    http: 'PATCH /api/projects/:projectId/workspaces/:workspaceId',
    summary: 'Change a workspace, or make it the primary one.',
    who,
    input: NewWorkspace.extend({ projectId: PathId, workspaceId: PathId, ...ifVersion }),
    output: Workspace,
    refusals: ['project_not_found', 'workspace_not_found'],
    emits: ['workspace.updated'],
  }),
  deleteWorkspace: operation({
    http: 'DELETE /api/projects/:projectId/workspaces/:workspaceId',
    summary: 'Delete a workspace; the oldest of the others becomes the primary one.',
    who,
    input: z.object({ projectId: PathId, workspaceId: PathId }),
    output: Workspace,
    refusals: ['project_not_found', 'workspace_not_found'],
    emits: ['workspace.deleted'],
  }),
};

const goals = {
  createGoal: operation({
    http: 'POST /api/companies/:companyId/goals',
    summary: 'Create a goal.',
    ...adds,
    status: 201,
    location: '/api/goals/:goalId',
    input: z.object({
      companyId: PathId,
      ...z.object(goalFields).partial().shape,
      title: GoalTitle,
      description: ClearableText.default(''),
      level: GoalLevel.default('task'),
      status: GoalStatus.default('planned'),
    }),
    output: Goal,
    refusals: ['goal_not_found', 'agent_not_found', 'goal_level_mismatch'],
    emits: ['goal.created'],
  }),
  listGoals: operation({
    http: 'GET /api/companies/:companyId/goals',
    summary: 'The goals of a company, roots first and parents before their children.',
    who,
    input: z.object({
      companyId: PathId,
      tree: z.boolean().default(false),
      ...withProgress,
      ...page,
    }),
    /** With `tree`, only the roots, with their descendants in `children`. */
    output: z.array(Goal.extend({ children: z.array(z.json()).optional() })),
    paged: true,
    refusals: [],
  }),
  getGoal: operation({
    http: 'GET /api/goals/:goalId',
    summary: 'One goal.',
    who,
    input: z.object({ goalId: PathId, ...withProgress }),
    output: Goal,
    refusals: ['goal_not_found'],
  }),
  updateGoal: operation({
    http: 'PATCH /api/goals/:goalId',
    summary: 'Change a goal.',
    who,
    input: z
      .object(goalFields)
      .partial()
      .extend({ goalId: PathId, ...ifVersion }),
    output: Goal,
    refusals: ['goal_not_found', 'agent_not_found', 'goal_level_mismatch', 'would_make_cycle'],
    emits: ['goal.updated'],
  }),
};

export const planningOperations = { ...labels, ...projects, ...workspaces, ...goals };

const eventFor =
  <const E extends string, P extends z.ZodObject>(entity: E, payload: P) =>
  (summary: string) =>
    event({ entity, version: 1, summary, payload });
const label = eventFor('label', LabelSnapshot);
const project = eventFor('project', ProjectSnapshot);
const workspace = eventFor('workspace', WorkspaceSnapshot);
const goal = eventFor('goal', GoalSnapshot);

export const planningEvents = {
  'label.created': label('A label was added.'),
  'label.updated': label('A label has another name or color.'),
  'label.deleted': label('A label was deleted and removed from every issue.'),
  'project.created': project('A project was created.'),
  'project.updated': project('A project changed.'),
  'workspace.created': workspace('A workspace was added to a project.'),
  'workspace.updated': workspace('A workspace changed.'),
  'workspace.deleted': workspace('A workspace was deleted.'),
  'goal.created': goal('A goal was created.'),
  'goal.updated': goal('A goal changed.'),
};
