import type { OrgNode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { idsOfTeam, orgLines, orgParts } from './org.ts';

const node = (name: string, reports: OrgNode[] = []): OrgNode => ({
  id: name,
  name,
  role: 'general',
  title: null,
  status: 'idle',
  reports,
});
const team = [
  node('Ada', [node('Grace', [node('Lin')]), node('a'), node('b'), node('c'), node('d')]),
  node('Eve'),
];

describe('the reporting tree', () => {
  it('has a line for each agent, its manager first, with how many are below', () => {
    const lines = orgLines(team).map(({ node: { name }, depth, manager, below }) => [
      name,
      depth,
      manager?.name,
      below,
    ]);
    expect(lines.slice(0, 4)).toEqual([
      ['Ada', 0, undefined, 6],
      ['Grace', 1, 'Ada', 1],
      ['Lin', 2, 'Grace', 0],
      ['a', 1, 'Ada', 0],
    ]);
    expect(lines).toHaveLength(8);
    expect(idsOfTeam(team[0] as OrgNode)).toHaveLength(7);
  });

  it('stacks those without reports, over as many levels as they need', () => {
    const [ada, rest] = orgParts(team, 3);
    expect(rest?.nodes.map(({ name }) => name)).toEqual(['Eve']);
    const [grace, stack] = ada?.parts ?? [];
    expect([grace?.isStack, grace?.nodes[0]?.name]).toEqual([false, 'Grace']);
    expect(stack).toMatchObject({
      isStack: true,
      nodes: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    });
    expect(stack?.parts).toMatchObject([{ isStack: true, nodes: [{ name: 'd' }], parts: [] }]);
  });
});
