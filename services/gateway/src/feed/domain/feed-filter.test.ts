import { describe, expect, it } from 'vitest';
import { agentIdOf, formFor } from './feed-filter.ts';

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
    expect(formFor(filter, { ...entry, text: 'own' }) !== undefined).toBe(expected);
  });

  it.each([
    [{}, 'own'],
    [{ types: ['attention.opened'] }, 'attention'],
    [{ types: ['attention.opened', 'issue.updated'] }, 'own'],
    [{ types: ['attention.opened'], entityId: 'another' }, undefined],
    [{ types: ['attention.closed'] }, undefined],
  ])('%j shows an entry that opens something as %s', (filter, expected) => {
    const attention = { action: 'attention.opened', text: 'attention' };
    expect(formFor(filter, { ...entry, text: 'own', attention })?.text).toBe(expected);
  });
});
