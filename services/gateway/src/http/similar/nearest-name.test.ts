import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const issueFields = ['status', 'priority', 'assigneeAgentId', 'q', 'limit', 'description', 'title'];

describe('nearestName', () => {
  it.each([
    ['a letter that is missing', 'statu', 'status'],
    ['a letter too many', 'prioritys', 'priority'],
    ['two letters of a long name', 'descrpition', 'description'],
    ['another case and separator', 'assignee_agent_id', 'assigneeAgentId'],
    ['a synonym', 'state', 'status'],
    ['a synonym in another case', 'Search', 'q'],
    ['a name for what has an id', 'assignee', 'assigneeAgentId'],
  ])('knows what is meant in spite of %s', (_, given, name) => {
    expect(nearestName(given, issueFields)).toEqual({ name, isMeant: true });
  });

  it.each(['colour', 'estimate', 'x', 'admin', '__proto__', 'constructor', 's'.repeat(10_000)])(
    'takes %.20s for none of them',
    (given) => {
      expect(nearestName(given, issueFields)?.isMeant ?? false).toBe(false);
    },
  );

  it('suggests a name that is similar, without taking it for what is meant', () => {
    expect(nearestName('priorities', issueFields)).toEqual({ name: 'priority', isMeant: false });
    expect(nearestName('estimate', issueFields)).toBeUndefined();
  });

  it('offers only names that the request can have', () => {
    expect(nearestName('state', ['title'])).toBeUndefined();
  });
});
