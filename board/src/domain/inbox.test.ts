import type { Agent, Approval, IssueRow } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { inboxOf, isEmpty } from './inbox.ts';

const issue = (fields: Partial<IssueRow>): IssueRow => ({
  status: 'todo',
  assigneeUserId: null,
  createdByUserId: null,
  blockedByIssueIds: [],
  ...fields,
});
const agent = (fields: Partial<Agent>): Agent => fields as Agent;
const approval = (status: Approval['status']): Approval => ({ status }) as Approval;
const empty = { approvals: [], issues: [], agents: [], me: 'me' };

describe('inboxOf', () => {
  it('has what the reader decides, does, reviews and clears, and nothing twice', () => {
    const mine = issue({ assigneeUserId: 'me' });
    const review = issue({ status: 'in_review', createdByUserId: 'me' });
    const stuck = issue({ status: 'blocked' });
    const waiting = issue({ status: 'blocked', blockedByIssueIds: ['other'] });
    const inbox = inboxOf({
      approvals: [approval('pending'), approval('approved')],
      issues: [mine, review, stuck, waiting, issue({ createdByUserId: 'me' })],
      agents: [
        agent({ status: 'paused', pauseReason: 'budget' }),
        agent({ status: 'paused', pauseReason: 'manual' }),
        agent({ status: 'error' }),
        agent({ status: 'idle' }),
      ],
      me: 'me',
    });
    expect(inbox.decide).toHaveLength(1);
    expect(inbox.mine).toEqual([mine]);
    expect(inbox.review).toEqual([review]);
    expect(inbox.stuck).toEqual([stuck]);
    expect(inbox.agents).toHaveLength(2);
    expect(isEmpty(inbox)).toBe(false);
  });

  it('is empty where nothing waits, and gives a reader without a user nothing of others', () => {
    expect(isEmpty(inboxOf(empty))).toBe(true);
    const issues = [issue({ status: 'in_review', createdByUserId: 'other' })];
    expect(isEmpty(inboxOf({ ...empty, issues, me: undefined }))).toBe(true);
  });
});
