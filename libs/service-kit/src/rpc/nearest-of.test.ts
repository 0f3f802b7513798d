import { describe, expect, it } from 'vitest';
import { nearestOf } from './nearest-of.ts';

const names = ['status', 'priority', 'assigneeAgentId', 'q', 'limit', 'description', 'labelIds'];
const nearest = (given: string): string | undefined => nearestOf(given, names, (name) => [name]);

describe('nearestOf', () => {
  it.each([
    ['a letter that is missing', 'statu', 'status'],
    ['a letter too many', 'prioritys', 'priority'],
    ['a third of the letters', 'state', 'status'],
    ['an ending that is missing', 'labels', 'labelIds'],
    ['two letters in another order', 'descrpition', 'description'],
    ['another case and other separators', 'ASSIGNEE_agent-id', 'assigneeAgentId'],
  ])('finds a name in spite of %s', (_, given, name) => {
    expect(nearest(given)).toBe(name);
  });

  it.each(['colour', 'estimate', 'x', '', '__proto__', 'constructor', 's'.repeat(1_000_000)])(
    'finds nothing that is near %.20s',
    (given) => {
      expect(nearest(given)).toBeUndefined();
    },
  );

  it('prefers the nearest, and of those the first', () => {
    const [bob, rob] = [{ names: ['Bob Ray', 'Bob'] }, { names: ['Rob'] }];
    expect(nearestOf('rob', [bob, rob], (agent) => agent.names)).toBe(rob);
    expect(nearestOf('xob', [bob, rob], (agent) => agent.names)).toBe(bob);
  });
});
