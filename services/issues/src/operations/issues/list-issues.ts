import { Id, IssuePriority, Timestamp, type Input, type issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOfFirst,
  pageSize,
  type Db,
  type FirstRows,
  type Handler,
  type Page,
} from '@muster/service-kit';
import { z } from 'zod';
import { callerOf } from '../../domain/author.ts';
import { selectFields } from '../../domain/field-selection.ts';
import { comesAfter, cursorKeyOf, type IssueSort, type ListKey } from '../../domain/list-order.ts';
import { listDocumentMatches } from '../../store/documents/document-words.ts';
import { filterOf } from '../../store/lists/filter-of-request.ts';
import type { ListFilter } from '../../store/lists/issue-filter.ts';
import {
  findFrontier,
  isSought,
  listIssueRows,
  type ListOrder,
  type ListRow,
} from '../../store/lists/issue-list.ts';
import { searchIssueRows } from '../../store/lists/issue-search.ts';
import { listChildCounts, listTransitions } from '../../store/lists/page-facts.ts';
import { showSummary } from '../../views.ts';

/** Lists and searches have different orders, so their cursors are not interchangeable. */
const LISTS = {
  priority: 'issues',
  updated: 'issues-by-change',
  created: 'issues-by-creation',
} as const;
const SEARCH = 'issue-search';
const ListParts = z.tuple([IssuePriority, Timestamp, Id]);
const CreatedParts = z.tuple([IssuePriority, Timestamp, Id, z.int().min(1)]);
const PlaceKey = z.tuple([z.int().min(1).max(5), IssuePriority, Timestamp, Id]);
/** Few matches go by the place of the words, many in the order of the list. */
const SearchKey = z.union([PlaceKey, ListParts]);

type Asked = Input<typeof issues, 'listIssues'>;

export const listIssues: Handler<typeof issues, 'listIssues'> = async (
  input,
  { db, slowReads, actor },
) => {
  const { companyId, view, fields } = input;
  const filter = filterOf(input, actor.id, fields);
  const found =
    input.q === undefined
      ? await listPage(db, input, filter)
      : await searchPage(slowReads, { ...input, q: input.q }, filter);
  const ids = found.items.map(({ id }) => id);
  const wants = (field: 'allowedTransitions' | 'childCounts'): boolean =>
    ids.length > 0 && (fields?.includes(field) ?? false);
  const [moves, children, documents] = await Promise.all([
    wants('allowedTransitions') ? listTransitions(db, companyId, ids, callerOf(actor)) : undefined,
    wants('childCounts') ? listChildCounts(db, companyId, ids) : undefined,
    input.q && ids.length > 0 ? listDocumentMatches(slowReads, companyId, input.q, ids) : undefined,
  ]);
  const show = (row: ListRow) => {
    const { description, id } = row;
    const issue = {
      ...showSummary(row),
      ...(description === undefined ? {} : { description }),
      ...(moves ? { allowedTransitions: moves.get(id) ?? [] } : {}),
      ...(children ? { childCounts: children.get(id) ?? { open: 0, ended: 0 } } : {}),
    };
    const keys = documents?.get(id);
    return { ...selectFields(issue, { view, fields }), ...(keys && { foundInDocuments: keys }) };
  };
  return { ...found, items: found.items.map(show) };
};

const itself = (row: ListRow): ListRow => row;

function listPage(db: Db, asked: Asked, filter: ListFilter): Promise<Page<ListRow>> {
  const { companyId, cursor, limit, sort = 'priority' } = asked;
  const order = { sort, position: positionOf(sort, companyId, cursor) };
  return pageOfList(db, filter, {
    order,
    size: pageSize(limit),
    cursorAt: (key) => encodeCursor(LISTS[sort], companyId, cursorKeyOf(sort, key)),
  });
}

interface ListPage {
  readonly order: ListOrder;
  readonly size: number;
  readonly cursorAt: (key: ListKey) => string;
}

async function pageOfList(
  db: Db,
  filter: ListFilter,
  { order, size, cursorAt }: ListPage,
): Promise<Page<ListRow>> {
  const { sort } = order;
  const [first, frontier] = await Promise.all([
    listIssueRows(db, filter, order, size),
    isSought(filter, sort) ? findFrontier(db, filter, order) : undefined,
  ]);
  const page = pageOfFirst(frontier ? rowsUntil(frontier, sort, first) : first, itself, cursorAt);
  return frontier && page.nextCursor === undefined
    ? { ...page, nextCursor: cursorAt(frontier) }
    : page;
}

function rowsUntil(
  frontier: ListKey,
  sort: IssueSort,
  { rows, hasMore }: FirstRows<ListRow>,
): FirstRows<ListRow> {
  const read = rows.filter((row) => !comesAfter(sort, row, frontier));
  return { rows: read, hasMore: hasMore && read.length === rows.length };
}

function positionOf(
  sort: IssueSort,
  companyId: string,
  cursor: string | undefined,
): ListKey | undefined {
  const keyOfList = sort === 'created' ? CreatedParts : ListParts;
  const key = decodeCursor(LISTS[sort], companyId, cursor, keyOfList);
  if (!key) return undefined;
  const [priority, updatedAt, id, issueNumber = 0] = key;
  return { priority, updatedAt, id, issueNumber };
}

type Searched = Asked & { readonly q: string };

async function searchPage(db: Db, asked: Searched, filter: ListFilter): Promise<Page<ListRow>> {
  const { q, limit, sort, companyId, cursor } = asked;
  if (sort === undefined) return searchByPlace(db, asked, filter);
  const order = { sort, position: positionOf(sort, companyId, cursor) };
  const few = await searchIssueRows(db, { filter, q, order, size: pageSize(limit) });
  if (few === 'many') return listPage(db, asked, { ...filter, q });
  return pageOfFirst(few, itself, (row) =>
    encodeCursor(LISTS[sort], companyId, cursorKeyOf(sort, row)),
  );
}

async function searchByPlace(
  db: Db,
  { companyId, cursor, q, limit }: Searched,
  filter: ListFilter,
): Promise<Page<ListRow>> {
  const size = pageSize(limit);
  const key = decodeCursor(SEARCH, companyId, cursor, SearchKey);
  const cursorAt = (...parts: readonly (string | number)[]): string =>
    encodeCursor(SEARCH, companyId, parts);
  const manyFrom = (position: ListKey | undefined): Promise<Page<ListRow>> =>
    pageOfList(
      db,
      { ...filter, q },
      {
        order: { sort: 'priority', position },
        size,
        cursorAt: (row) => cursorAt(...cursorKeyOf('priority', row)),
      },
    );
  if (key?.length === 3) {
    return manyFrom({ priority: key[0], updatedAt: key[1], id: key[2], issueNumber: 0 });
  }
  const position = key && { rank: key[0], priority: key[1], updatedAt: key[2], id: key[3] };
  const few = await searchIssueRows(db, { filter, q, order: { sort: 'place', position }, size });
  if (few === 'many') return manyFrom(undefined);
  return pageOfFirst(few, itself, (row) => cursorAt(row.rank, ...cursorKeyOf('priority', row)));
}
