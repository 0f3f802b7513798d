import { describe, expect, it } from 'vitest';
import { wakesOf, type WakingEvent } from './wakes.ts';

const [ada, bob, cy] = ['ada', 'bob', 'cy'];
const [issueId, commentId] = ['issue', 'comment'];
const byBoard = { actorType: 'user', actorId: 'board' } as const;
const by = (agentId: string) => ({ actorType: 'agent', actorId: agentId }) as const;
type Author = Pick<WakingEvent, 'actorType' | 'actorId'>;

const inReview = {
  issueId,
  identifier: 'ACM-1',
  title: 'Count',
  status: 'in_review',
  priority: 'medium',
  assigneeAgentId: ada,
  assigneeUserId: null,
  parentId: null,
  projectId: null,
  goalId: null,
  version: 2,
  commentId,
};
const who = (event: WakingEvent) => wakesOf(event).map(({ agentId, source }) => [agentId, source]);

describe('a review', () => {
  const review = (type: string, more: object, author: Author) =>
    ({
      ...author,
      type: `issue.${type}`,
      payload: { ...inReview, authorAgentId: ada, round: 1, ...more },
    }) as WakingEvent;
  const requested = (reviewerAgentId: string | null, author: Author = by(ada)) =>
    review('review_requested', { reviewerAgentId }, author);
  const reviewed = (authorAgentId: string | null, author: Author = by(bob)) =>
    review('reviewed', { verdict: 'accepted', authorAgentId }, author);

  it('wakes the reviewer, and then the author, with the comment of the change', () => {
    for (const [event, agentId, reason] of [
      [requested(bob), bob, 'review_requested'],
      [reviewed(ada), ada, 'reviewed'],
      [reviewed(ada, byBoard), ada, 'reviewed'],
    ] as const) {
      expect(wakesOf(event)).toMatchObject([{ agentId, reason, issueId, commentId }]);
    }
  });

  it('wakes no agent where the board decides, and none by what it did itself', () => {
    const nobody = [
      requested(null),
      requested(bob, by(bob)),
      reviewed(null),
      reviewed(ada, by(ada)),
    ];
    expect(nobody.flatMap(who)).toEqual([]);
  });

  it('wakes its agent once, and not by the comment of the same change, too', () => {
    const mentions = [ada, cy].map((agentId) => ({
      agentId,
      name: 'A',
      woken: true,
      reason: null,
    }));
    const comment = { ...inReview, excerpt: '…', mentions };
    const ofComment = (payload: object) =>
      who({ ...by(bob), type: 'issue.commented', payload } as WakingEvent);
    expect(ofComment({ ...comment, toldByReview: ada })).toEqual([[cy, 'mention']]);
    expect(ofComment({ ...comment, mentions: [], toldByReview: ada })).toEqual([]);
  });
});
