import {
  BULK_CHANGES_MAX,
  BULK_DECIDED_MAX,
  BULK_ISSUES_MAX,
  BULK_REFUSED_NAMED_MAX,
  invalidField,
  Refusal,
  type BulkChange,
  type BulkReceipt,
  type issues,
} from '@muster/contracts';
import { applyLater, newId, type Context, type Handler } from '@muster/service-kit';
import { CHANGE_ISSUES } from '../../bulk-effects/change-issues.ts';
import { decideChange } from '../../changes/decide-change.ts';
import { bulkChangeEvent } from '../../events.ts';
import { countOutcomes, patchFor, type Outcome } from '../../domain/bulk/bulk-change.ts';
import {
  countRunning,
  insertBulk,
  listTargets,
  matchingNumbers,
  showBulk,
  type NewBulk,
  type Target,
} from '../../store/bulk/bulk-changes.ts';
import { requireLinksOfMany } from '../../store/changed-links.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { filterOf } from '../../store/lists/filter-of-request.ts';

export const changeIssues: Handler<typeof issues, 'changeIssues'> = async (
  { companyId, filter: asked, change, dryRun },
  context,
) => {
  const { db, actor, now, emit } = context;
  if (Object.keys(change).length === 0) throw invalidField(['change'], 'name at least one field');
  await requireWritableCompany(db, companyId);
  await requireLinksOfMany(db, companyId, change, actor.id);
  const filter = filterOf({ ...asked, companyId }, actor.id);
  const issueNumbers = await matchingNumbers(db, filter, BULK_ISSUES_MAX + 1);
  if (issueNumbers.length > BULK_ISSUES_MAX) {
    throw new Refusal('too_many_issues', { issuesMax: BULK_ISSUES_MAX });
  }
  const bulk = { id: newId(), companyId, filter, change, issueNumbers };
  if (dryRun) return tryChange(bulk, context);
  if ((await countRunning(db, companyId, BULK_CHANGES_MAX)) >= BULK_CHANGES_MAX) {
    throw new Refusal('too_many_bulk_changes', { max: BULK_CHANGES_MAX });
  }
  const saved = await insertBulk(db, bulk, now);
  emit('bulk_change.started', bulkChangeEvent(saved));
  await applyLater(context, CHANGE_ISSUES, { companyId, subjectId: saved.id });
  return showBulk(saved);
};

/** Decides the first issues, and saves nothing. */
async function tryChange(bulk: NewBulk, context: Context<typeof issues>): Promise<BulkReceipt> {
  const outcomes: Outcome[] = [];
  const first = bulk.issueNumbers.slice(0, BULK_DECIDED_MAX);
  for (const target of await listTargets(context.db, bulk.filter, first)) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction, one statement after another
    outcomes.push(await tryOne(target, bulk.change, context));
  }
  return {
    bulkChangeId: null,
    companyId: bulk.companyId,
    state: 'dry_run',
    matched: bulk.issueNumbers.length,
    ...countOutcomes(outcomes, BULK_REFUSED_NAMED_MAX),
    createdAt: null,
    finishedAt: null,
  };
}

async function tryOne(
  target: Target,
  change: BulkChange,
  context: Context<typeof issues>,
): Promise<Outcome> {
  const { id: issueId, identifier } = target;
  try {
    const { review } = await decideChange({ issueId }, patchFor(target, change), context);
    return review === undefined ? 'unchanged' : 'changed';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { issueId, identifier, code: error.code, error: error.message };
  }
}
