/**
 * The fields that a caller may write besides the status and the assignee: their values after a
 * patch, and the changes. A new field of an issue is added to one of the two lists and to the
 * defaults.
 */
import type { Input, issues } from '@muster/contracts';
import type { IssueState } from './issue-state.ts';
import { lowerCaseId } from './lower-case-id.ts';
import { noOwnRule, withReviewer } from './reviewing/review-rule.ts';

export type IssuePatch = Partial<
  Omit<Input<typeof issues, 'updateIssue'>, 'issueId' | 'ifVersion' | 'comment'>
>;

/** Fields whose values are taken as they are. */
const plainFields = [
  'title',
  'description',
  'priority',
  'wakeOnChildren',
  'dueAt',
  'reviewPolicy',
  'reviewEvidence',
] as const;
/** Fields with ids of other things; a list of ids is a set. */
const linkFields = [
  'parentId',
  'projectId',
  'goalId',
  'labelIds',
  'blockedByIssueIds',
  'reviewerAgentId',
  'reviewerUserId',
] as const;

export type WritableFields = Pick<
  IssueState,
  (typeof plainFields)[number] | (typeof linkFields)[number]
>;

/** Values of a new issue for fields that the request leaves out. */
export const defaultFields: WritableFields = {
  title: '',
  description: null,
  priority: 'medium',
  wakeOnChildren: 'settled',
  dueAt: null,
  parentId: null,
  projectId: null,
  goalId: null,
  labelIds: [],
  blockedByIssueIds: [],
  ...noOwnRule,
};

/** The fields after a patch; a field that it leaves out keeps its value. */
export function fieldsAfter(current: WritableFields, patch: IssuePatch): WritableFields {
  const plain = plainFields.map((field) => [field, plainOf(field, patch)] as const);
  const links = linkFields.map((field) => [field, normalized(patch[field])] as const);
  const given = [...plain, ...links].filter(([field]) => patch[field] !== undefined);
  const next = { ...current, ...(Object.fromEntries(given) as Partial<WritableFields>) };
  return withReviewer(next, patch);
}

/** A time in the form of all times, so that the same one is no change. */
const plainOf = (field: (typeof plainFields)[number], patch: IssuePatch) => {
  const value = patch[field] ?? null;
  return field === 'dueAt' && value !== null ? new Date(value).toISOString() : value;
};

const normalized = (link: string | readonly string[] | null | undefined) =>
  Array.isArray(link) ? [...new Set(link.map(lowerCaseId))] : lowerCaseId(link as string | null);

type Value = string | null | string[];

export interface FieldChange {
  readonly from: Value;
  readonly to: Value;
}

const comparedFields = [...plainFields, 'status', ...linkFields] as const;
const assigneeFields = ['assigneeAgentId', 'assigneeUserId'] as const;
/** Long texts: the change is emitted without the values. */
const longTextFields: ReadonlySet<string> = new Set(['description']);

/** What an update changed besides the assignee. */
export function changesBetween(
  before: IssueState,
  after: IssueState,
): Readonly<Record<string, FieldChange>> {
  return compare(comparedFields, before, after);
}

/** The same for the assignee; a reader of the event sees that `issue.assigned` follows. */
export const assigneeChanges = (
  before: IssueState,
  after: IssueState,
): Readonly<Record<string, FieldChange>> => compare(assigneeFields, before, after);

function compare(
  fields: readonly ((typeof comparedFields)[number] | (typeof assigneeFields)[number])[],
  before: IssueState,
  after: IssueState,
): Readonly<Record<string, FieldChange>> {
  const changes: Record<string, FieldChange> = {};
  for (const field of fields) {
    const [from, to] = [before[field], after[field]];
    if (isSame(from, to)) continue;
    changes[field] = longTextFields.has(field) ? { from: null, to: null } : { from, to };
  }
  return changes;
}

/** Lists are compared as sets. */
const isSame = (from: Value, to: Value): boolean =>
  Array.isArray(from) && Array.isArray(to)
    ? from.length === to.length && from.every((id) => to.includes(id))
    : from === to;
