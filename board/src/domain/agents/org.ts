/** The reporting tree: in lines, and in columns whose leaves are stacked. */
import type { OrgNode } from '@muster/contracts';

export interface OrgLine {
  readonly node: OrgNode;
  /** 0: reports to the board. */
  readonly depth: number;
  readonly manager: OrgNode | undefined;
  /** Everybody below, at any depth. */
  readonly below: number;
}

/** The tree from the top, each manager before its reports. */
export const orgLines = (
  nodes: readonly OrgNode[],
  depth = 0,
  manager?: OrgNode,
): readonly OrgLine[] =>
  nodes.flatMap((node) => [
    { node, depth, manager, below: countBelow(node) },
    ...orgLines(node.reports, depth + 1, node),
  ]);

const countBelow = ({ reports }: OrgNode): number =>
  reports.reduce((sum, each) => sum + 1 + countBelow(each), 0);

export const idsOfTeam = (node: OrgNode): readonly string[] => [
  node.id,
  ...node.reports.flatMap(idsOfTeam),
];

/** A box of its own, or rows under each other; what is too tall for a level goes on in the next. */
export interface OrgPart {
  readonly nodes: readonly OrgNode[];
  readonly isStack: boolean;
  readonly parts: readonly OrgPart[];
}

/**
 * Managers side by side, and those without reports under each other: a team of thirty is a column and
 * not a line. A stack spans as many levels as it needs, so that nothing is laid out over it.
 */
export function orgParts(reports: readonly OrgNode[], rowsOfLevel: number): readonly OrgPart[] {
  const managers = reports.filter((node) => node.reports.length > 0);
  const leaves = reports.filter((node) => node.reports.length === 0);
  return [
    ...managers.map((node) => ({
      nodes: [node],
      isStack: false,
      parts: orgParts(node.reports, rowsOfLevel),
    })),
    ...stackOf(leaves, rowsOfLevel),
  ];
}

const stackOf = (leaves: readonly OrgNode[], rowsOfLevel: number): readonly OrgPart[] =>
  leaves.length === 0
    ? []
    : [
        {
          nodes: leaves.slice(0, rowsOfLevel),
          isStack: true,
          parts: stackOf(leaves.slice(rowsOfLevel), rowsOfLevel),
        },
      ];
