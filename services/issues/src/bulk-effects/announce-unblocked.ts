/**
 * Announces the issues that the end of an issue unblocks: it may block any number. An issue that
 * ends again after it was reopened begins its effect again. A step asks whether all blockers have ended by then: where two blockers
 * of more issues than one step takes end at nearly the same time, an issue of both may be announced twice,
 * and its assignee is woken once more.
 */
import type { issues } from '@muster/contracts';
import {
  applyLater,
  type BulkEffect,
  type BulkTarget,
  type Context,
  type Rest,
} from '@muster/service-kit';
import { issueEvent } from '../events.ts';
import { lockLinksOfCompany } from '../store/link-lock.ts';
import { listUnblocked } from '../store/unblocking.ts';

/** Issues of one step: some hundred milliseconds of a transaction, and as many events. */
export const ISSUES_PER_STEP = 200;

export const announceUnblocked: BulkEffect<typeof issues> = {
  name: 'announce_unblocked',
  step: async (context, target, after) => {
    await lockLinksOfCompany(context.db, target.companyId);
    return announcePage(context, target, after);
  },
};

async function announcePage(
  { db, emit }: Context<typeof issues>,
  { companyId, subjectId: id }: BulkTarget,
  after: string | null,
): Promise<Rest> {
  const page = { after, limit: ISSUES_PER_STEP };
  const { issues, last } = await listUnblocked(db, { id, companyId }, page);
  for (const issue of issues) emit('issue.unblocked', issueEvent(issue));
  return last === undefined ? 'nothing' : { after: last };
}

/**
 * The first step of an issue that has ended, in its own transaction, which holds the lock of the links if it
 * blocks others. The rest is left to the worker.
 */
export async function announceUnblockedBy(
  context: Context<typeof issues>,
  { id, companyId }: { readonly id: string; readonly companyId: string },
): Promise<void> {
  const target = { companyId, subjectId: id };
  const rest = await announcePage(context, target, null);
  if (rest !== 'nothing') await applyLater(context, announceUnblocked, target, rest);
}
