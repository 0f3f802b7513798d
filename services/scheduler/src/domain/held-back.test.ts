/** What open blockers keep from waking an agent, and from counting as its work. */
import type { IssueStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { wakesOf, type WakingEvent } from './wakes/wakes.ts';
import { actionableAssigneeOf } from './work.ts';

const ADA = '00000000-0000-4000-8000-000000000001';
const BOARD = '00000000-0000-4000-8000-000000000002';

const payloadOf = (status: IssueStatus, openBlockers?: string[]) => ({
  issueId: '00000000-0000-4000-8000-000000000003',
  identifier: 'ACM-1',
  title: 'Count',
  status,
  assigneeAgentId: ADA,
  ...(openBlockers ? { openBlockers } : {}),
});
const eventOf = (type: WakingEvent['type'], payload: object, author: string = BOARD) =>
  ({
    type,
    actorType: author === ADA ? 'agent' : 'user',
    actorId: author,
    payload,
  }) as unknown as WakingEvent;
const who = (event: WakingEvent) => wakesOf(event).map(({ agentId }) => agentId);
const held = ['ACM-2'];

describe('an issue that an open issue blocks', () => {
  it.each(['todo', 'in_review', 'blocked'] as const)(
    'wakes no agent by its assignment in %s',
    (status) => {
      expect(who(eventOf('issue.assigned', payloadOf(status, held)))).toEqual([]);
      expect(who(eventOf('issue.assigned', payloadOf(status, [])))).toEqual([ADA]);
    },
  );

  it.each(['backlog', 'blocked'])('wakes no agent when it leaves %s', (from) => {
    const changes = { status: { from, to: 'todo' } };
    const moved = { ...payloadOf('todo', held), changes };
    expect(who(eventOf('issue.updated', moved))).toEqual([]);
    expect(who(eventOf('issue.updated', { ...payloadOf('todo'), changes }))).toEqual([ADA]);
  });

  it('wakes its assignee when it is in progress all the same', () => {
    const begun = payloadOf('in_progress', held);
    expect(who(eventOf('issue.checked_out', begun))).toEqual([ADA]);
    expect(who(eventOf('issue.assigned', begun))).toEqual([ADA]);
  });

  it('wakes whom a comment addresses', () => {
    const comment = { ...payloadOf('todo'), commentId: 'c', excerpt: '', mentions: [] };
    expect(who(eventOf('issue.commented', comment))).toEqual([ADA]);
  });

  it('wakes its assignee once it is free, also the one who has ended what blocked it', () => {
    for (const author of [BOARD, ADA]) {
      expect(who(eventOf('issue.unblocked', payloadOf('todo'), author))).toEqual([ADA]);
    }
  });

  it('is no work for a timer before that', () => {
    expect(actionableAssigneeOf(payloadOf('todo', held))).toBeNull();
    expect(actionableAssigneeOf(payloadOf('in_progress', held))).toBe(ADA);
    expect(actionableAssigneeOf(payloadOf('todo'))).toBe(ADA);
  });
});
