import { ApprovalStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { approvalMoves, decide, type ApprovalMove } from './approval-machine.ts';

const moves = Object.keys(approvalMoves) as ApprovalMove[];
const everyCase = ApprovalStatus.options.flatMap((status) =>
  moves.map((move) => ({ status, move })),
);
const open: readonly ApprovalStatus[] = ['pending', 'revision_requested'];

describe('decide', () => {
  it.each(everyCase.filter(({ status }) => open.includes(status)))(
    'makes the move $move from $status',
    ({ status, move }) => {
      expect(decide(status, move)).toBe(approvalMoves[move]);
    },
  );

  it.each(everyCase.filter(({ status, move }) => status === approvalMoves[move].to))(
    'leaves $status as it is when $move comes again',
    ({ status, move }) => {
      expect(decide(status, move)).toBeUndefined();
    },
  );

  it.each(
    everyCase.filter(
      ({ status, move }) => !open.includes(status) && status !== approvalMoves[move].to,
    ),
  )('refuses $move once it is $status', ({ status, move }) => {
    expect(() => decide(status, move)).toThrow(
      expect.objectContaining({ code: 'approval_already_decided', details: { status } }),
    );
  });
});
