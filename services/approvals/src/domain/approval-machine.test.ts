import { ApprovalStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { approvalMoves, decide, type ApprovalMove } from './approval-machine.ts';

type Outcome = ApprovalStatus | 'the same' | 'approval_already_decided' | 'illegal_transition';

/** Every state and every move, written out: the table that the board can be shown. */
const table: Record<ApprovalStatus, Record<ApprovalMove, Outcome>> = {
  pending: {
    approve: 'approved', reject: 'rejected', requestRevision: 'revision_requested',
    resubmit: 'illegal_transition', cancel: 'cancelled',
  },
  revision_requested: {
    approve: 'approved', reject: 'rejected', requestRevision: 'the same',
    resubmit: 'pending', cancel: 'cancelled',
  },
  approved: {
    approve: 'the same', reject: 'approval_already_decided',
    requestRevision: 'approval_already_decided', resubmit: 'approval_already_decided',
    cancel: 'approval_already_decided',
  },
  rejected: {
    approve: 'approval_already_decided', reject: 'the same',
    requestRevision: 'approval_already_decided', resubmit: 'approval_already_decided',
    cancel: 'approval_already_decided',
  },
  cancelled: {
    approve: 'approval_already_decided', reject: 'approval_already_decided',
    requestRevision: 'approval_already_decided', resubmit: 'approval_already_decided',
    cancel: 'the same',
  },
};

const cases = ApprovalStatus.options.flatMap((status) =>
  (Object.keys(approvalMoves) as ApprovalMove[]).map((move) => ({
    status, move, outcome: table[status][move],
  })),
);
const refusals: readonly Outcome[] = ['approval_already_decided', 'illegal_transition'];

describe('decide', () => {
  it.each(cases.filter(({ outcome }) => ApprovalStatus.safeParse(outcome).success))(
    'leads from $status to $outcome by $move',
    ({ status, move, outcome }) => {
      expect(decide(status, move)).toMatchObject({ to: outcome, says: approvalMoves[move].says });
    },
  );

  it.each(cases.filter(({ outcome }) => outcome === 'the same'))(
    'leaves $status as it is when $move comes again',
    ({ status, move }) => {
      expect(decide(status, move)).toBeUndefined();
    },
  );

  it.each(cases.filter(({ outcome }) => refusals.includes(outcome)))(
    'refuses $move once it is $status',
    ({ status, move, outcome }) => {
      expect(() => decide(status, move)).toThrow(
        expect.objectContaining({ code: outcome, details: { status } }),
      );
    },
  );
});
