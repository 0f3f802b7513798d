import { Id, IssuePriority, Timestamp, type Input, type issues } from '@muster/contracts';
import { decodeCursor, encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { z } from 'zod';
import { selectFields } from '../../domain/field-selection.ts';
import { allStatuses } from '../../domain/issue-machine.ts';
import { parseCursorKey } from '../../paging.ts';
import { type ListFilter, listIssueRows, type ListRow } from '../../store/issue-list.ts';
import { searchIssueRows } from '../../store/issue-search.ts';
import { showSummary } from '../../views.ts';

/** Lists and searches have different orders, so their cursors are not interchangeable. */
const LIST = 'issues';
const SEARCH = 'issue-search';
const ListKey = z.tuple([IssuePriority, Timestamp, Id]);
const SearchKey = z.tuple([z.int().min(1).max(4), IssuePriority, Timestamp, Id]);

export const listIssues: Handler<typeof issues, 'listIssues'> = async (
  input,
  { db, slowReads: apart, actor },
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
    const key = parseCursorKey(ListKey, decodeCursor(LIST, companyId, cursor, 3));
    const position = key && { priority: key[0], updatedAt: key[1], id: key[2] };
    const rows = await listIssueRows(db, filter, position, size + 1);
    return pageOf(rows, size, show, (row) => encodeCursor(LIST, companyId, keyOf(row)));
  }
  const key = parseCursorKey(SearchKey, decodeCursor(SEARCH, companyId, cursor, 4));
  const position = key && { place: key[0], priority: key[1], updatedAt: key[2], id: key[3] };
  const rows = await searchIssueRows(apart, { filter, q, position, limit: size + 1 });
  return pageOf(rows, size, show, (row) =>
    encodeCursor(SEARCH, companyId, [row.place, ...keyOf(row)]),
  );
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
