import { describe, expect, it } from 'vitest';
import {
  actorOf,
  isBookkeeping,
  movesOf,
  pageOf,
  sentenceOf,
  sentenceOfEvent,
  subjectOf,
} from './events.ts';

describe('an event', () => {
  it('is a sentence about what it names', () => {
    expect(sentenceOf('issue.checked_out')).toBe('checked out issue');
    expect(subjectOf({ details: { identifier: 'ACM-1', title: 'Plan', status: 'todo' } })).toBe(
      'ACM-1 Plan',
    );
    expect(sentenceOf('issue.commented')).toBe('commented on issue');
    expect(sentenceOf('issue.review_requested')).toBe('asked for a review of issue');
    expect(sentenceOf('issue.reviewed')).toBe('reviewed issue');
    expect(sentenceOf('run.usage_reported')).toBe('reported the usage of run');
    expect(subjectOf({ details: { name: 'Ada', title: 'Chief' } })).toBe('Ada');
    expect(sentenceOf('document.written')).toBe('wrote document');
    expect(subjectOf({ details: { key: 'plan', identifier: 'ACM-1' } })).toBe('plan ACM-1');
    expect(subjectOf({ details: {} })).toBe('');
  });

  it('is of its reader, of a person or an agent, or of Muster', () => {
    const by = (actorType: 'user' | 'agent' | 'system', actorName: string) =>
      actorOf({ actorType, actorId: actorName, actorName }, 'Ada');
    expect([
      by('user', 'Ada'),
      by('user', 'Bo'),
      by('agent', 'Cy'),
      by('system', 'issues'),
    ]).toEqual(['you', 'Bo', 'Cy', 'Muster']);
  });

  it('is a reopening where it leads out of an end', () => {
    const moved = (from: string, action = 'issue.updated') =>
      sentenceOfEvent({ action, details: { changes: { status: { from, to: 'todo' } } } });
    expect([moved('done'), moved('cancelled')]).toEqual(['reopened issue', 'reopened issue']);
    expect([moved('blocked'), moved('backlog')]).toEqual(['updated issue', 'updated issue']);
    expect(sentenceOfEvent({ action: 'issue.created', details: {} })).toBe('created issue');
  });

  it('says of a hold whether the quota is used up or the provider is away', () => {
    const held = (reason: string) => sentenceOfEvent({ action: 'quota.held', details: { reason } });
    expect(held('provider_busy')).toBe('noticed an outage of the model provider');
    expect(held('provider_quota')).toBe('noticed a used-up quota');
  });

  it('is bookkeeping where a run has it in any case, and not where somebody has to look', () => {
    const actions = ['cost.recorded', 'run.usage_reported', 'budget.exhausted', 'run.finished'];
    expect(actions.filter((action) => isBookkeeping({ action }))).toEqual([
      'cost.recorded',
      'run.usage_reported',
    ]);
  });

  it('leads to the page of what it is about', () => {
    const about = (entityType: string, details: Record<string, string> = {}) =>
      pageOf('ACM', { entityType, entityId: 'one', agentId: null, details });
    expect(about('issue', { identifier: 'ACM-1' })).toBe('/ACM/issues/ACM-1');
    expect(about('key', { agentId: 'ada' })).toBe('/ACM/agents/ada');
    expect([about('cost', { runId: 'r' }), about('cost')]).toEqual(['/ACM/runs/r', '/ACM/costs']);
    expect([
      about('document', { identifier: 'ACM-1' }),
      about('document', { projectId: 'hall' }),
      about('document'),
    ]).toEqual(['/ACM/issues/ACM-1', '/ACM/projects/hall', undefined]);
    expect(about('label')).toBeUndefined();
  });

  it('says what it has moved, and leaves ids and long texts to its details', () => {
    const changes = {
      status: { from: 'todo', to: 'in_progress' },
      assigneeAgentId: { from: null, to: '01a20d9b-628b-78a4-a25c-d5a74345d0e7' },
      description: { from: '', to: 'x'.repeat(100) },
    };
    expect(movesOf({ details: { changes } })).toEqual([
      { field: 'status', from: 'todo', to: 'in progress' },
      { field: 'assignee agent id', from: '', to: '' },
      { field: 'description', from: '', to: '' },
    ]);
    expect(movesOf({ details: { changes: 'none' } })).toEqual([]);
  });
});
