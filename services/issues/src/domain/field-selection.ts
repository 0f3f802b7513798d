/** Selects the fields of an issue that a list returns. */
import { compactIssueFields, type Issue, type IssueField, type IssueRow } from '@muster/contracts';

interface Selection {
  readonly view: 'full' | 'compact';
  readonly fields?: readonly IssueField[] | undefined;
}

/** Fields selected by name are returned even if null; the compact view leaves nulls out. */
export function selectFields(
  issue: Omit<Issue, 'description'> & Partial<Pick<Issue, 'description'>>,
  { view, fields }: Selection,
): IssueRow {
  if (fields) return pick(issue, fields, () => true);
  return view === 'full' ? issue : pick(issue, compactIssueFields, (value) => value !== null);
}

function pick(
  issue: IssueRow,
  fields: readonly IssueField[],
  isSelected: (value: unknown) => boolean,
): IssueRow {
  const row: Record<string, unknown> = {};
  for (const field of fields) if (isSelected(issue[field])) row[field] = issue[field];
  return row;
}
