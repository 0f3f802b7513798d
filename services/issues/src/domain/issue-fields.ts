/** Which fields of an issue a list shows. */
import type { Issue, IssueField, IssueRow } from '@muster/contracts';

/** What tells an issue from its neighbours, and whose it is. */
export const compactFields = [
  'id', 'identifier', 'title', 'status', 'priority', 'assigneeAgentId', 'assigneeUserId',
  'parentId', 'projectId', 'updatedAt',
] as const satisfies readonly IssueField[];

export interface Selection {
  readonly view: 'full' | 'compact';
  readonly fields?: readonly IssueField[] | undefined;
}

/** Fields that are asked for by name are there also where they are null. */
export function selectFields(
  issue: Omit<Issue, 'description'> & Partial<Pick<Issue, 'description'>>,
  { view, fields }: Selection,
): IssueRow {
  if (fields) return pick(issue, fields, () => true);
  return view === 'full' ? issue : pick(issue, compactFields, (value) => value !== null);
}

function pick(
  issue: IssueRow,
  fields: readonly IssueField[],
  isShown: (value: unknown) => boolean,
): IssueRow {
  const row: Record<string, unknown> = {};
  for (const field of fields) if (isShown(issue[field])) row[field] = issue[field];
  return row;
}
