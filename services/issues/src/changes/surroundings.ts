/** What a change of an issue means for what is around it: its waits, and its parent. */
import type { issues } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { isFinal } from '../domain/issue-machine.ts';
import type { IssueState } from '../domain/issue-state.ts';
import { announceToParent } from './announce-to-parent.ts';
import { cancelWaitsOfEnded } from './waits.ts';

/** The last statements of its transaction that lock something: see `announceToParent`. */
export async function tellSurroundings(
  context: Context<typeof issues>,
  before: IssueState,
  saved: IssueState,
): Promise<void> {
  if (isFinal(saved.status) && !isFinal(before.status)) await cancelWaitsOfEnded(context, saved);
  await announceToParent(context, before, saved);
}
