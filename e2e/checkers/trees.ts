/**
 * Whether the end of the children of each issue was told to the agent of their parent once, by an event and by a
 * wake-up that a started run has delivered.
 */
export interface Tree {
  readonly issueId: string;
  /** Events `issue.children_settled` of the parent. */
  readonly settled: number;
  /** Wake-ups by these events. */
  readonly wakes: readonly { readonly status: string; readonly wasStarted: boolean }[];
}

/** `parents`: all whose children have ended. */
export function faultsOfTrees(parents: readonly string[], trees: readonly Tree[]): string[] {
  const byParent = new Map(trees.map((tree) => [tree.issueId, tree]));
  const known = new Set(parents);
  return [
    ...parents.flatMap((issueId) => {
      const fault = faultOf(byParent.get(issueId));
      return fault === undefined ? [] : [`the parent ${issueId} ${fault}`];
    }),
    ...trees
      .filter(({ issueId }) => !known.has(issueId))
      .map(({ issueId }) => `${issueId} was told of children that have not ended`),
  ];
}

function faultOf(tree: Tree | undefined): string | undefined {
  if (!tree || tree.settled === 0) return 'heard nothing of its children';
  if (tree.settled > 1) return `heard ${tree.settled} times that its children have settled`;
  const [wake, another] = tree.wakes;
  if (!wake) return 'woke no agent';
  if (another) return `woke its agent ${tree.wakes.length} times`;
  if (!wake.wasStarted) return 'belongs to no started run';
  // A wake-up whose run was lost three times ends as failed.
  return wake.status === 'delivered' || wake.status === 'failed'
    ? undefined
    : `was not delivered: ${wake.status}`;
}
