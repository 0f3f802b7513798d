/**
 * Says of each open issue below an issue, or in a project, whether it is held now: after a hold, after
 * its end, and after a move. What other services know of holds they know from these events; the issues
 * service itself finds a hold from the issue upwards, and needs none of them.
 */
import type { issues } from '@muster/contracts';
import { applyLater, type BulkEffect, type Context } from '@muster/service-kit';
import { heldEvent } from '../events.ts';
import { lockBelow, lockHeld, type HeldIssue } from '../store/holds/below.ts';
import type { HoldOf } from '../store/holds/holds.ts';

/** Issues that a step looks at, and the most that it announces. */
export const ISSUES_PER_STEP = 200;

export const announceHolds: BulkEffect<typeof issues> = {
  name: 'announce_holds',
  step: async ({ db, emit }, target, position) => {
    const from = { after: Number(position ?? 0), limit: ISSUES_PER_STEP };
    const { issues, last } = await lockBelow(db, target, from);
    for (const issue of issues) announce(issue, emit);
    return last === undefined ? 'nothing' : { after: String(last) };
  },
};

function announce(issue: HeldIssue, emit: Context<typeof issues>['emit']): void {
  const { event, held } = heldEvent(issue);
  if (held) emit('issue.held', { ...event, payload: { ...event.payload, ...held } });
  else emit('issue.hold_lifted', event);
}

/** Announces the issue itself at once, unless it has ended, and leaves what is below it to the worker. */
export async function announceHoldOf(
  context: Context<typeof issues>,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<void> {
  await announceHeld(context, { companyId, id });
  await announceBelow(context, { companyId, subjectId: id });
}

/** Announces the issue itself, unless it has ended. */
export async function announceHeld(
  { db, emit }: Context<typeof issues>,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<void> {
  for (const issue of await lockHeld(db, companyId, [id])) announce(issue, emit);
}

export const announceBelow = (context: Context<typeof issues>, target: HoldOf): Promise<void> =>
  applyLater(context, announceHolds, target);
