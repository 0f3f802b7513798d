import {
  Id, IssuePriority, Refusal, Timestamp, type Input, type issues,
} from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { z } from 'zod';
import { selectFields } from '../domain/issue-fields.ts';
import { allStatuses } from '../domain/issue-machine.ts';
import { listIssueRows, type ListFilter, type ListRow } from '../store/issue-list.ts';
import { searchIssueRows } from '../store/issue-search.ts';
import { showSummary } from './snapshot.ts';

/** Lists and searches have different orders, so a cursor of one is none of the other. */
const LIST = 'issues';
const SEARCH = 'issue-search';
const ListKey = z.tuple([IssuePriority, Timestamp, Id]);
const SearchKey = z.tuple([z.int().min(1).max(4), IssuePriority, Timestamp, Id]);

export const listIssues: Handler<typeof issues, 'listIssues'> = async (
  input,
  { db, apart, actor },
) => {
  const { companyId, cursor, q, view, fields } = input;
  const size = pageSize(input.limit);
  const filter = filterOf(input, actor.id);
  const show = (row: ListRow) => {
    const { description } = row;
    const issue = { ...showSummary(row), ...(description === undefined ? {} : { description }) };
    return selectFields(issue, { view, fields });
  };
  if (q === undefined) {
    const key = parseKey(ListKey, decodeCursor(LIST, companyId, cursor, 3));
    const position = key && { priority: key[0], updatedAt: key[1], id: key[2] };
    const rows = await listIssueRows(db, filter, position, size + 1);
    return pageOf(rows, size, show, (row) => encodeCursor(LIST, companyId, keyOf(row)));
  }
  const key = parseKey(SearchKey, decodeCursor(SEARCH, companyId, cursor, 4));
  const position = key && { place: key[0], priority: key[1], updatedAt: key[2], id: key[3] };
  const rows = await searchIssueRows(apart, { filter, q, position, limit: size + 1 });
  return pageOf(rows, size, show, (row) =>
    encodeCursor(SEARCH, companyId, [row.place, ...keyOf(row)]));
};

function filterOf(
  { status, priority, assigneeUserId, fields, ...rest }: Input<typeof issues, 'listIssues'>,
  callerId: string,
): ListFilter {
  return {
    ...rest,
    statuses: status ? [...new Set(status)] : allStatuses,
    priorities: priority && [...new Set(priority)],
    assigneeUserId: assigneeUserId === 'me' ? callerId : assigneeUserId,
    withDescription: fields?.includes('description'),
  };
}

const keyOf = ({ priority, updatedAt, id }: ListRow) => [priority, updatedAt, id];

/** A cursor comes from outside like everything else. */
export function parseKey<S extends z.ZodType>(
  schema: S,
  key: readonly unknown[] | undefined,
): z.output<S> | undefined {
  if (key === undefined) return undefined;
  const parsed = schema.safeParse(key);
  if (!parsed.success) throw new Refusal('invalid_cursor');
  return parsed.data;
}
