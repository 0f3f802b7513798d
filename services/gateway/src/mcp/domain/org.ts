/** The reporting tree as a list, level by level: a list that is cut keeps the managers. */
import type { OrgNode } from '@muster/contracts';

export interface Colleague extends Omit<OrgNode, 'reports'> {
  readonly manager: string | null;
}

export function flatten(roots: readonly OrgNode[]): Colleague[] {
  const all: Colleague[] = [];
  let level = roots.map((node) => ({ node, manager: null as string | null }));
  while (level.length > 0) {
    all.push(
      ...level.map(({ node: { reports: _, ...fields }, manager }) => ({ ...fields, manager })),
    );
    level = level.flatMap(({ node }) =>
      node.reports.map((report) => ({ node: report, manager: node.id })),
    );
  }
  return all;
}

/** The reports of an agent; undefined if it is not in the tree. */
export function under(roots: readonly OrgNode[], agentId: string): readonly OrgNode[] | undefined {
  for (const node of roots) {
    if (node.id === agentId) return node.reports;
    const found = under(node.reports, agentId);
    if (found) return found;
  }
  return undefined;
}
