import { describe, expect, it } from 'vitest';
import { agentIdOf, passesFilter } from './feed-filter.ts';

describe('the agent of an event', () => {
  it.each([
    ['agent', { agentId: 'named' }, 'actor'],
    ['user', { agentId: 'named', assigneeAgentId: 'assignee' }, 'named'],
    ['system', { assigneeAgentId: 'assignee', requestedByAgentId: 'requester' }, 'assignee'],
    ['user', { agentId: null, requestedByAgentId: 'requester' }, 'requester'],
    ['user', { title: 'x' }, null],
  ] as const)('of %s with %j is %s', (actorType, payload, expected) => {
    expect(agentIdOf({ actorType, actorId: 'actor', payload })).toBe(expected);
  });
});

describe('a filter', () => {
  const entry = { action: 'issue.updated', entityId: 'issue', agentId: 'agent' };

  it.each([
    [{}, true],
    [{ types: ['issue.created', 'issue.updated'] }, true],
    [{ types: ['issue.created'] }, false],
    [{ types: [] }, false],
    [{ entityId: 'issue' }, true],
    [{ entityId: 'another' }, false],
    [{ agentId: 'agent' }, true],
    [{ agentId: 'another' }, false],
    [{ types: ['issue.updated'], entityId: 'issue', agentId: 'another' }, false],
  ])('%j passes an entry: %s', (filter, expected) => {
    expect(passesFilter(filter, entry)).toBe(expected);
  });
});
