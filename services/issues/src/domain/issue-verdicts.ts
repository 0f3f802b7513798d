/**
 * What an update to another status is answered with, for every kind of caller: the rules of
 * `issue-machine.ts` and `issue-policy.ts` spelt out, as the tests hold them and the documents show
 * them. The issue is assigned to an agent that is able to work, by somebody of its team.
 */
import type { IssueStatus, RefusalCode } from '@muster/contracts';

export const kindsOfCaller = [
  'board', 'owner', 'manager', 'other', 'ceoBeforeStrategy', 'ceoAfterStrategy',
  'ownerAssignedFromOutside',
] as const;
export type KindOfCaller = (typeof kindsOfCaller)[number];

/** `yes` is a success. */
export type Verdict = 'yes' | RefusalCode;
type Row = Readonly<Record<KindOfCaller, Verdict>>;

const everybody: Row = {
  board: 'yes', owner: 'yes', manager: 'yes', other: 'yes', ceoBeforeStrategy: 'yes',
  ceoAfterStrategy: 'yes', ownerAssignedFromOutside: 'yes',
};
const starts: Row = { ...everybody, ceoBeforeStrategy: 'strategy_not_approved' };
const ofOwnWork: Row = { ...everybody, other: 'not_the_owner' };
const cancels: Row = { ...ofOwnWork, ownerAssignedFromOutside: 'cancel_needs_manager' };

/** From → to. What is not here is an illegal transition for everybody. */
export const updateVerdicts: Readonly<
  Partial<Record<IssueStatus, Readonly<Partial<Record<IssueStatus, Row>>>>>
> = {
  backlog: { todo: everybody, cancelled: cancels },
  todo: { in_progress: starts, cancelled: cancels },
  in_progress: { in_review: ofOwnWork, blocked: ofOwnWork, cancelled: cancels },
  in_review: { done: everybody, in_progress: starts, cancelled: cancels },
  blocked: { todo: everybody, in_progress: starts, cancelled: cancels },
};

/** The status that an issue has already is no change, whoever asks. */
export const verdictOf = (from: IssueStatus, to: IssueStatus, caller: KindOfCaller): Verdict =>
  from === to ? 'yes' : (updateVerdicts[from]?.[to]?.[caller] ?? 'illegal_transition');
