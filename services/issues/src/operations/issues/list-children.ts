import { Id, IssuePriority, IssueStatus, Timestamp, type issues } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOfFirst,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { z } from 'zod';
import { openOf } from '../../domain/children/changed-children.ts';
import { CHILDREN_COUNTED_MAX, getChildStates } from '../../store/children/child-states.ts';
import { type ChildRow, listChildRows } from '../../store/children/child-list.ts';
import { getIssueKey } from '../../store/issue-rows.ts';

const Key = z.tuple([IssueStatus, IssuePriority, Timestamp, Id]);

export const listChildren: Handler<typeof issues, 'listChildren'> = async (
  { issueId, cursor, limit },
  { db, scope },
) => {
  const parent = await getIssueKey(db, scope, issueId);
  const list = `children-${parent.id}`;
  const key = decodeCursor(list, parent.companyId, cursor, Key);
  const position = key && { status: key[0], priority: key[1], updatedAt: key[2], id: key[3] };
  const [rows, { counts }] = await Promise.all([
    listChildRows(db, parent, position, pageSize(limit)),
    getChildStates(db, parent),
  ]);
  const page = pageOfFirst(rows, showChild, ({ status, priority, updatedAt, id }) =>
    encodeCursor(list, parent.companyId, [status, priority, updatedAt, id]),
  );
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    parentId: parent.id,
    children: [...page.items],
    ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
    counts,
    open: openOf(counts),
    more: counted >= CHILDREN_COUNTED_MAX,
  };
};

const showChild = ({ updatedAt: _, ...child }: ChildRow) => child;
