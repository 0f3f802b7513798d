/** Patches issues that are in the cache, as single answers or as pages of a list. */
import type { IssueSnapshot } from '@muster/contracts';

interface Row {
  readonly id: string;
  readonly version: number;
}

/** The same value if nothing changes, so that nothing is rendered again. */
export function applyIssue<T>(cached: T, snapshot: IssueSnapshot): T {
  if (Array.isArray(cached)) return replaced(cached, snapshot) as T;
  if (isPages(cached)) {
    const pages = replaced(cached.pages, snapshot);
    return pages === cached.pages ? cached : { ...cached, pages };
  }
  if (isPage(cached)) {
    const items = replaced(cached.items, snapshot);
    return items === cached.items ? cached : { ...cached, items };
  }
  return isRow(cached) && cached.id === snapshot.issueId && cached.version < snapshot.version
    ? { ...cached, ...fieldsOf(snapshot) }
    : cached;
}

function replaced<T>(rows: readonly T[], snapshot: IssueSnapshot): readonly T[] {
  const next = rows.map((row) => applyIssue(row, snapshot));
  return next.some((row, at) => row !== rows[at]) ? next : rows;
}

const fieldsOf = ({ issueId: id, ...fields }: IssueSnapshot): object => ({ id, ...fields });

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value;
const isPages = (value: unknown): value is { pages: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'pages' in value && Array.isArray(value.pages);
const isPage = (value: unknown): value is { items: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
