/**
 * The columns of `issues` that hold a field of an issue, each named once: reads, the insert and the
 * update make their lists from these tables. A new field that is missing here does not compile.
 * The row is called `i` in every statement.
 */
import { sql, type Statement } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import { labelsOfIssue } from './planning/planning-views.ts';

/** Set by the statement itself, not from a field of the request. */
type GeneratedField =
  | 'id'
  | 'companyId'
  | 'identifier'
  | 'issueNumber'
  | 'createdAt'
  | 'updatedAt'
  | 'version';

type WrittenField = Exclude<keyof IssueState, GeneratedField | 'labels'>;

/** SQL type of each field that an insert sets and an update changes. */
const savedFields = {
  title: 'text',
  description: 'text',
  status: 'issue_status',
  priority: 'issue_priority',
  assigneeAgentId: 'uuid',
  assigneeUserId: 'uuid',
  parentId: 'uuid',
  projectId: 'uuid',
  goalId: 'uuid',
  labelIds: 'uuid[]',
  blockedByIssueIds: 'uuid[]',
  assignedByAgentId: 'uuid',
  assignedByUserId: 'uuid',
  boundAgentId: 'uuid',
  boundByAgentId: 'uuid',
  boundByUserId: 'uuid',
  reviewAuthorAgentId: 'uuid',
  reviewAgentId: 'uuid',
  reviewRounds: 'integer',
  reviewUserId: 'uuid',
  reviewHandedById: 'uuid',
  reviewPolicy: 'review_policy',
  reviewerAgentId: 'uuid',
  reviewerUserId: 'uuid',
  reviewEvidence: 'review_evidence',
  checkoutRunId: 'uuid',
  startedAt: 'timestamptz',
  completedAt: 'timestamptz',
  cancelledAt: 'timestamptz',
  wakeOnChildren: 'wake_on_children',
  dueAt: 'timestamptz',
  endedByAgentId: 'uuid',
  leftInProgress: 'integer',
} as const;

/** The same for fields that stay as they were inserted. */
const fixedFields = { createdByAgentId: 'uuid', createdByUserId: 'uuid' } as const;

const writtenFields = { ...savedFields, ...fixedFields } satisfies Record<WrittenField, string>;

const generatedColumns = 'i.id, i.company_id, i.identifier, i.issue_number';

const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const listOf = (fields: readonly string[], textOf: (column: string, index: number) => string) =>
  fields.map((field, index) => textOf(columnOf(field), index)).join(', ');

const summaryFields = Object.keys(writtenFields).filter((field) => field !== 'description');

/** Everything but the description and the labels. */
export const plainColumns: Statement = {
  text: `${generatedColumns}, ${listOf(summaryFields, (column) => `i.${column}`)},
  i.created_at, i.updated_at, i.version`,
  values: [],
};
/** The columns of a list. */
export const summaryColumns = sql`${plainColumns}, ${labelsOfIssue} as labels`;
export const issueColumns = sql`${summaryColumns}, i.description`;

/** The fields that events carry. */
export const snapshotColumns = sql`
  i.id, i.company_id, i.identifier, i.title, i.status, i.priority, i.assignee_agent_id,
  i.assignee_user_id, i.parent_id, i.project_id, i.goal_id, i.version`;

const typedParameters = (types: Readonly<Record<string, string>>): string[] =>
  Object.values(types).map((type, index) => `$${index + 1}::${type}`);

const insertedFields = Object.keys(writtenFields) as WrittenField[];
const insertedParameters = typedParameters(writtenFields).join(', ');

export const insertedColumns: Statement = {
  text: listOf(insertedFields, (column) => column),
  values: [],
};

export const insertedValues = (issue: Pick<IssueState, WrittenField>): Statement => ({
  text: insertedParameters,
  values: insertedFields.map((field) => issue[field]),
});

const changedFields = Object.keys(savedFields) as (keyof typeof savedFields)[];
const parameters = typedParameters(savedFields);
const assignmentsText = listOf(
  changedFields,
  (column, index) => `${column} = ${parameters[index]}`,
);

/** `title = …, description = …` of every field that an update may change. */
export const savedAssignments = (issue: Pick<IssueState, keyof typeof savedFields>): Statement => ({
  text: assignmentsText,
  values: changedFields.map((field) => issue[field]),
});
