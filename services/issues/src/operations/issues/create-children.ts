import { Refusal, type issues } from '@muster/contracts';
import { pipelined, type Context, type Handler } from '@muster/service-kit';
import { forRow } from '../../creation/for-row.ts';
import {
  composeIssue,
  emitCreated,
  notesOfCreated,
  requireAllowed,
  requirePlace,
  requireReviewable,
  textOf,
  type Wanted,
} from '../../creation/new-issue.ts';
import { assigneeAfter, unassigned } from '../../domain/assignment.ts';
import { authorOf } from '../../domain/author.ts';
import type { Blocker } from '../../domain/blockers.ts';
import {
  blockersOfRows,
  openIdsOf,
  type ChildRow,
  type RowBlockers,
} from '../../domain/children/new-children.ts';
import { requireStartable } from '../../domain/issue-changes.ts';
import { defaultFields, fieldsAfter } from '../../domain/issue-fields.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { showNote } from '../../domain/notes.ts';
import { findNamedIssues } from '../../store/children/named-issues.ts';
import { findHoldsOfPlaces } from '../../store/holds/places.ts';
import { getIssueKey } from '../../store/issue-rows.ts';
import { insertIssues } from '../../store/issue-writes.ts';
import { lockLinksOfCompany } from '../../store/link-lock.ts';
import { lockOpenBlockers } from '../../store/links.ts';
import { listMentionedIn } from '../../store/roster.ts';
import { showSummary } from '../../views.ts';

/**
 * Each child passes what an issue passes that is created alone. What several have in common is read once,
 * and all are inserted by one statement.
 */
export const createChildren: Handler<typeof issues, 'createChildren'> = async (
  { issueId, children: rows },
  context,
) => {
  const { db, actor, runId, now, scope } = context;
  const { id: parentId, companyId } = await getIssueKey(db, scope, issueId);
  const author = authorOf(actor, runId);
  const blockers = blockersOfRows(rows);
  const wanted = await Promise.all(
    rows.map((row, at) => forRow(rows, at, () => wantedOf(row, { parentId, companyId }))),
  );
  await requireAll(rows, wanted, context);
  await requireReviews(rows, wanted, context);
  const outside = await lockOutside(rows, blockers, companyId, context);
  const composed = wanted.map((each) => composeIssue(each, author, now));
  const linked = composed.map((issue, at) => ({
    ...issue,
    blockedByIssueIds: openIdsOf(blockers[at], composed, outside),
  }));
  const created = await insertIssues(db, companyId, linked, now);
  const known = new Map([...outside.values(), ...created].map((each) => [each.id, each]));
  const roster = await listMentionedIn(db, scope, parentId, created.map(textOf).join('\n'));
  const holds = await findHoldsOfPlaces(context.db, created);
  const shown = await Promise.all(
    created.map((issue, at) =>
      forRow(rows, at, () => {
        const openBlockers = issue.blockedByIssueIds.flatMap((id) => blockerOf(known.get(id)));
        const waits = { openBlockers, hold: holds.get(issue.projectId) ?? null };
        requireStartable(issue.status, author.agentId, waits);
        emitCreated(context.emit, issue, waits);
        const key = rows[at]?.key;
        const notes = showNote(notesOfCreated(issue, waits, roster, author));
        return { ...showSummary(issue), ...(key === undefined ? {} : { key }), ...notes };
      }),
    ),
  );
  const keys = shown.flatMap(({ key, id, identifier }) =>
    key === undefined ? [] : [[key, { id, identifier }] as const],
  );
  return { parentId, children: shown, keys: Object.fromEntries(keys) };
};

interface Parent {
  readonly parentId: string;
  readonly companyId: string;
}

const wantedOf = (
  { key: _, blockedBy: __, status, ...request }: ChildRow,
  { parentId, companyId }: Parent,
): Wanted => ({
  companyId,
  status,
  assignee: assigneeAfter(unassigned, request),
  fields: fieldsAfter(defaultFields, { ...request, parentId }),
});

/** Checks once what several rows have in common; the refusal names the first of them. */
async function requireAll(
  rows: readonly ChildRow[],
  wanted: readonly Wanted[],
  context: Context<typeof issues>,
): Promise<void> {
  const firstOf = (keyOf: (each: Wanted) => unknown) =>
    [...Map.groupBy(wanted.entries(), ([, each]) => JSON.stringify(keyOf(each))).values()]
      .flatMap((group) => group.slice(0, 1))
      .map(([at, each]) => ({ at, each }));
  const started = (status: string): boolean => status === 'in_progress';
  const work = firstOf(({ assignee, status }) => [assignee, started(status)]);
  // By agent, as every transaction that locks several.
  const inOrder = work.toSorted((a, b) => idOf(a.each).localeCompare(idOf(b.each)));
  await pipelined(
    inOrder.map(({ at, each: { companyId, status, assignee } }) =>
      forRow(rows, at, () => requireAllowed(companyId, status, assignee, context)),
    ),
  );
  for (const { at, each } of firstOf(({ fields }) => [
    fields.projectId,
    fields.goalId,
    fields.labelIds,
  ])) {
    // oxlint-disable-next-line no-await-in-loop -- rows that differ are few, and labels are locked in turn
    await forRow(rows, at, () => requirePlace(context.db, each.companyId, each.fields));
  }
}

/** Few rows are in review, done or with a policy of their own: the others read nothing. */
async function requireReviews(
  rows: readonly ChildRow[],
  wanted: readonly Wanted[],
  context: Context<typeof issues>,
): Promise<void> {
  for (const [at, each] of wanted.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the rows, and most read nothing
    await forRow(rows, at, () => requireReviewable(each, context));
  }
}

const idOf = ({ assignee }: Wanted): string => assignee.assigneeAgentId ?? '';

/** The open ones of the existing issues that rows name, by what names them. */
async function lockOutside(
  rows: readonly ChildRow[],
  blockers: readonly RowBlockers[],
  companyId: string,
  { db }: Context<typeof issues>,
): Promise<ReadonlyMap<string, Blocker>> {
  const refs = [...new Set(blockers.flatMap((each) => each.refs))];
  if (refs.length === 0) return new Map();
  await lockLinksOfCompany(db, companyId);
  const ids = await findNamedIssues(db, companyId, refs);
  for (const [at, each] of blockers.entries()) {
    const ref = each.refs.find((one) => !ids.has(one));
    if (ref === undefined) continue;
    const unknown = new Refusal('issue_not_found', { field: 'blockedBy', value: ref }, HINT_OF_REF);
    await forRow(rows, at, () => Promise.reject(unknown));
  }
  const open = await lockOpenBlockers(db, companyId, [...new Set(ids.values())]);
  const byId = new Map(open.map((each) => [each.id, each]));
  return new Map(
    [...ids].flatMap(([ref, id]) => {
      const blocker = byId.get(id);
      return blocker ? [[ref, blocker] as const] : [];
    }),
  );
}

const HINT_OF_REF = 'blockedBy has keys of other rows, and ids or identifiers of issues';

const blockerOf = (issue: Blocker | IssueState | undefined): Blocker[] =>
  issue
    ? [{ id: issue.id, identifier: issue.identifier, title: issue.title, status: issue.status }]
    : [];
