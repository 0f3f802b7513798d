import { contracts, type IssueSnapshot } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { snapshotOf, staleTopics, topicsOfWrite } from './effects.ts';
import { applyIssue } from './issues.ts';

const snapshot = (version: number): IssueSnapshot => ({
  issueId: 'one',
  identifier: 'ACM-1',
  title: 'New title',
  status: 'done',
  priority: 'high',
  assigneeAgentId: null,
  assigneeUserId: null,
  parentId: null,
  projectId: null,
  goalId: null,
  version,
});
const row = { id: 'one', version: 2, title: 'Old title', labels: ['kept'] };
const other = { id: 'two', version: 1, title: 'Other' };

describe('applyIssue', () => {
  it('patches an issue in pages of a list and leaves the rows beside it as they are', () => {
    const list = { pages: [{ items: [row, other], next: 'c' }], pageParams: [undefined] };
    const next = applyIssue(list, snapshot(3));
    expect(next.pages[0]?.items[0]).toMatchObject({
      title: 'New title',
      version: 3,
      labels: ['kept'],
    });
    expect(next.pages[0]?.items[1]).toBe(other);
    expect(next.pageParams).toBe(list.pageParams);
  });

  it.each([1, 2])('ignores version %i, which is not newer than what is shown', (version) => {
    const list = { pages: [{ items: [row, other] }] };
    expect(applyIssue(list, snapshot(version))).toBe(list);
    expect(applyIssue(row, snapshot(version))).toBe(row);
  });

  it('leaves an empty cache and another issue alone', () => {
    expect(applyIssue(undefined, snapshot(3))).toBeUndefined();
    expect(applyIssue(other, snapshot(3))).toBe(other);
  });
});

/** A wake-up that starts nothing, and a look at an agent: no page but the activity shows them as they come. */
const isOfTheLogAlone = (type: string): boolean => /^agent\.(?:wake_|checked)/.test(type);

describe('a write', () => {
  it('makes stale what its events do, each topic once', () => {
    const both = ['project.created', 'workspace.created'];
    expect(topicsOfWrite(both)).toEqual(['projects', 'issues', 'package_imports', 'activity']);
  });

  it('of an account, which emits nothing, makes stale what is shown of accounts', () => {
    expect(topicsOfWrite(undefined)).toEqual(['account']);
  });
});

describe('events', () => {
  it('make the thread stale where somebody has commented, and the costs where money was spent', () => {
    expect(staleTopics({ action: 'issue.commented' })).toContain('comments');
    expect(staleTopics({ action: 'cost.recorded' })).toEqual(['costs']);
    expect(staleTopics({ action: 'unknown.happened' })).toEqual(['activity']);
    expect(staleTopics({ action: 'webhook.disabled' })).toContain('inbox');
  });

  it.each(
    contracts.flatMap(({ events }) => Object.keys(events)).filter((type) => !isOfTheLogAlone(type)),
  )('make more than the activity stale: %s', (action) => {
    expect(staleTopics({ action }).filter((topic) => topic !== 'activity')).not.toEqual([]);
  });

  it('have a snapshot if they are about an issue', () => {
    const event = { action: 'issue.updated', details: snapshot(4) };
    expect(snapshotOf(event as never)).toEqual(snapshot(4));
    expect(snapshotOf({ ...event, action: 'run.queued' } as never)).toBeUndefined();
  });
});
