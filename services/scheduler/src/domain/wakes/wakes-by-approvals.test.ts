import type { ApprovalStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { wakesOf, type WakingEvent } from './wakes.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [ada, bob, board] = [id(1), id(2), id(4)];
const [issueId, commentId, approvalId] = [id(5), id(6), id(7)];

const byBoard = { actorType: 'user', actorId: board } as const;
const by = (agentId: string) => ({ actorType: 'agent', actorId: agentId }) as const;

type Author = Pick<WakingEvent, 'actorType' | 'actorId'>;

const approval = (status: ApprovalStatus, requester: string | null) => ({
  approvalId,
  type: 'request_board_approval' as const,
  status,
  requestedByAgentId: requester,
  requestedByUserId: null,
  agentId: null,
  issueIds: [issueId, id(9)],
  decisionNote: null,
  revision: 1,
  version: 2,
});
type Resolution = 'approved' | 'rejected' | 'revision_requested' | 'cancelled';
const resolved = (status: Resolution, requester: string | null, author: Author = byBoard) =>
  ({
    ...author,
    type: `approval.${status}`,
    payload: approval(status, requester),
  }) as WakingEvent;
const discussed = (requester: string | null, author: Author) =>
  ({
    ...author,
    type: 'approval.commented',
    payload: {
      ...approval('pending', requester),
      commentId,
      excerpt: '…',
      byBoard: author.actorType === 'user',
    },
  }) as WakingEvent;

const who = (event: WakingEvent) => wakesOf(event).map(({ agentId, source }) => [agentId, source]);

describe('a resolution', () => {
  const resolutions = ['approved', 'rejected', 'revision_requested'] as const;
  it.each(resolutions)('wakes the requester: %s', (status) => {
    expect(wakesOf(resolved(status, ada))).toEqual([
      {
        agentId: ada,
        source: 'approval',
        reason: `approval_${status}`,
        issueId,
        commentId: null,
        approvalId,
        approvalStatus: status,
        linkedIssueIds: [issueId, id(9)],
      },
    ]);
  });

  it('of the board brings its note along', () => {
    const event = resolved('rejected', ada);
    const noted = { ...event, payload: { ...event.payload, decisionNote: 'too dear' } };
    expect(wakesOf(noted as WakingEvent)).toMatchObject([
      { reason: 'approval_rejected', payload: { decisionNote: 'too dear' } },
    ]);
  });

  it('is a cancellation too where the board cancels, and not where it falls away', () => {
    expect(wakesOf(resolved('cancelled', ada))).toMatchObject([
      { agentId: ada, reason: 'approval_cancelled', approvalStatus: 'cancelled' },
    ]);
    expect(who(resolved('cancelled', ada, by(ada)))).toEqual([]);
    const system = { actorType: 'system', actorId: 'approvals' } as const;
    expect(who(resolved('cancelled', ada, system))).toEqual([]);
  });

  it('that could not be applied wakes the requester again', () => {
    const system = { actorType: 'system', actorId: 'approvals' } as const;
    const event = { ...system, type: 'approval.not_applied', payload: approval('approved', ada) };
    expect(wakesOf(event as WakingEvent)).toMatchObject([
      { agentId: ada, reason: 'approval_not_applied', approvalStatus: 'approved' },
    ]);
  });

  it('wakes no agent when a board user had asked', () => {
    expect(who(resolved('approved', null))).toEqual([]);
  });

  it('does not wake an agent by what it did itself', () => {
    expect(who(resolved('revision_requested', ada, by(ada)))).toEqual([]);
  });
});

describe('a comment on an approval', () => {
  it('of the board wakes the requester, with the approval and not with a comment', () => {
    expect(wakesOf(discussed(ada, byBoard))).toEqual([
      {
        agentId: ada,
        source: 'approval',
        reason: 'approval_commented',
        issueId,
        commentId: null,
        approvalId,
        approvalStatus: 'pending',
        linkedIssueIds: [issueId, id(9)],
        payload: { comment: '…' },
      },
    ]);
  });

  it('of an agent wakes no agent, whichever had asked', () => {
    expect(who(discussed(ada, by(bob)))).toEqual([]);
    expect(who(discussed(ada, by(ada)))).toEqual([]);
  });

  it('of the board wakes no agent when a board user had asked', () => {
    expect(who(discussed(null, byBoard))).toEqual([]);
  });
});
