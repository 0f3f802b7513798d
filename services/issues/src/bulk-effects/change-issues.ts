/**
 * Takes a change of many issues on. A step is one issue, changed by the code of a request of its own, whose locks
 * it takes in their order.
 */
import { Refusal, type issues } from '@muster/contracts';
import type { BulkEffect, Context, Handlers } from '@muster/service-kit';
import { patchFor, type Outcome } from '../domain/bulk/bulk-change.ts';
import { bulkChangeEvent } from '../events.ts';
import {
  countOutcome,
  findBulk,
  finishBulk,
  listTargets,
  numberAt,
  type BulkRow,
  type Target,
} from '../store/bulk/bulk-changes.ts';

type UpdateIssue = Handlers<typeof issues>['updateIssue'];

/** Known to the operation that leaves the steps to it. */
export const CHANGE_ISSUES = {
  name: 'change_issues',
} as const;

export const changingIssues = (updateIssue: UpdateIssue): BulkEffect<typeof issues> => ({
  ...CHANGE_ISSUES,
  step: async (context, { companyId, subjectId }, position) => {
    const { db, now, emit } = context;
    const bulk = await findBulk(db, companyId, subjectId);
    if (!bulk) return 'nothing';
    const place = Number(position ?? 0) + 1;
    const number = await numberAt(db, bulk, place);
    if (number === null) {
      emit('bulk_change.finished', bulkChangeEvent(await finishBulk(db, bulk, now)));
      return 'nothing';
    }
    const [target] = await listTargets(db, bulk.filter, [number]);
    // Somebody else has changed it, so that it passes the filter no more.
    const outcome = target ? await changeOne(target, bulk, context, updateIssue) : 'unchanged';
    await countOutcome(db, bulk, outcome);
    return { after: String(place) };
  },
});

/** Nothing is written before all rules have been asked, so a refusal leaves nothing behind. */
async function changeOne(
  target: Target,
  { change }: BulkRow,
  context: Context<typeof issues>,
  updateIssue: UpdateIssue,
): Promise<Outcome> {
  const { id, version, identifier } = target;
  const patch = patchFor(target, change);
  try {
    const saved = await updateIssue({ issueId: id, ifVersion: version, ...patch }, context);
    return saved.version === version ? 'unchanged' : 'changed';
  } catch (error) {
    // Somebody else has just changed it: the step is tried again, and reads the issue anew.
    if (!(error instanceof Refusal) || error.code === 'version_mismatch') throw error;
    return { issueId: id, identifier, code: error.code, error: error.message };
  }
}
