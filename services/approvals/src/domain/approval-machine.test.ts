import { ApprovalStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { type ApprovalMove, approvalMoves, decideMove } from './approval-machine.ts';

type Outcome = ApprovalStatus | 'the same' | 'approval_already_decided' | 'illegal_transition';

/** The outcome of every move in every state. */
const table: Record<ApprovalStatus, Record<ApprovalMove, Outcome>> = {
  pending: {
    approve: 'approved',
    reject: 'rejected',
    requestRevision: 'revision_requested',
    resubmit: 'illegal_transition',
    cancel: 'cancelled',
  },
  revision_requested: {
    approve: 'approved',
    reject: 'rejected',
    requestRevision: 'the same',
    resubmit: 'pending',
    cancel: 'cancelled',
  },
  approved: {
    approve: 'the same',
    reject: 'approval_already_decided',
    requestRevision: 'approval_already_decided',
    resubmit: 'approval_already_decided',
    cancel: 'approval_already_decided',
  },
  rejected: {
    approve: 'approval_already_decided',
    reject: 'the same',
    requestRevision: 'approval_already_decided',
    resubmit: 'approval_already_decided',
    cancel: 'approval_already_decided',
  },
  cancelled: {
    approve: 'approval_already_decided',
    reject: 'approval_already_decided',
    requestRevision: 'approval_already_decided',
    resubmit: 'approval_already_decided',
    cancel: 'the same',
  },
};

const cases = ApprovalStatus.options.flatMap((status) =>
  (Object.keys(approvalMoves) as ApprovalMove[]).map((move) => ({
    status,
    move,
    outcome: table[status][move],
  })),
);
const refusals: readonly Outcome[] = ['approval_already_decided', 'illegal_transition'];

describe('decideMove', () => {
  it.each(cases.filter(({ outcome }) => ApprovalStatus.safeParse(outcome).success))(
    'leads from $status to $outcome by $move',
    ({ status, move, outcome }) => {
      expect(decideMove(status, move)).toMatchObject({
        to: outcome,
        emits: approvalMoves[move].emits,
      });
    },
  );

  it.each(cases.filter(({ outcome }) => outcome === 'the same'))(
    'leaves $status unchanged if $move is repeated',
    ({ status, move }) => {
      expect(decideMove(status, move)).toBeUndefined();
    },
  );

  it.each(cases.filter(({ outcome }) => refusals.includes(outcome)))(
    'refuses $move once it is $status',
    ({ status, move, outcome }) => {
      expect(() => decideMove(status, move)).toThrow(
        expect.objectContaining({ code: outcome, details: expect.objectContaining({ status }) }),
      );
    },
  );
});
