import { JoinRequestStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { requireClaimable, decideJoin } from './join-request-machine.ts';

const refused = 'join_request_not_pending';
/** Every state and every decision, written out. */
const table = {
  pending: { approve: 'approved', reject: 'rejected' },
  approved: { approve: 'the same', reject: refused },
  rejected: { approve: refused, reject: 'the same' },
  claimed: { approve: 'the same', reject: refused },
  expired: { approve: refused, reject: refused },
} as const;

const cases = JoinRequestStatus.options.flatMap((status) =>
  (['approve', 'reject'] as const).map((move) => ({ status, move, outcome: table[status][move] })),
);

describe('decideJoin', () => {
  it.each(cases)(
    'decides $move of a request that is $status: $outcome',
    ({ status, move, outcome }) => {
      const decided = () => decideJoin(status, move)?.to ?? 'the same';
      if (outcome === refused) {
        expect(decided).toThrow(expect.objectContaining({ code: refused, details: { status } }));
      } else {
        expect(decided()).toBe(outcome);
      }
    },
  );
});

describe('requireClaimable', () => {
  it('accepts an approved request', () => {
    expect(() => requireClaimable('approved')).not.toThrow();
  });

  it.each([
    ['pending', 'join_request_pending'],
    ['rejected', 'join_request_rejected'],
    ['claimed', 'join_request_claimed'],
    ['expired', 'join_request_not_found'],
  ] as const)('refuses a claim of what is %s: %s', (status, code) => {
    expect(() => requireClaimable(status)).toThrow(expect.objectContaining({ code }));
  });
});
