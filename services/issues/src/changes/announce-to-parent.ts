/** Says of a parent what a change of one of its children means for it; a parent that has ended hears nothing. */
import type { issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import {
  eventOfParentLeft,
  hasBecomeBlocked,
  openOf,
  parentLeftBy,
} from '../domain/children/changed-children.ts';
import type { IssueState } from '../domain/issue-state.ts';
import { parentEvent } from '../events.ts';
import {
  findOpenParent,
  findParentLeft,
  getChildStates,
  type OpenParent,
} from '../store/children/child-states.ts';

type ParentEventType = 'issue.children_settled' | 'issue.child_ended' | 'issue.child_blocked';

/** The last statements of its transaction that lock something: see `findParentLeft`. */
export async function announceToParent(
  context: Context<typeof issues>,
  before: IssueState,
  saved: IssueState,
): Promise<void> {
  const { db } = context;
  const { companyId } = saved;
  const left = parentLeftBy(before, saved);
  if (left !== null) {
    const parent = await findParentLeft(db, { id: left, companyId });
    const type = parent && eventOfParentLeft(parent, saved);
    if (type) await announce(context, type, parent, saved);
  } else if (saved.parentId !== null && hasBecomeBlocked(before, saved)) {
    const parent = await findOpenParent(db, { id: saved.parentId, companyId });
    if (parent) await announce(context, 'issue.child_blocked', parent, saved);
  }
}

async function announce(
  { db, emit }: Context<typeof issues>,
  type: ParentEventType,
  parent: OpenParent,
  child: IssueState,
): Promise<void> {
  const { children, counts } = await getChildStates(db, parent);
  emit(type, parentEvent(parent, child, { children, counts, open: openOf(counts) }));
}
