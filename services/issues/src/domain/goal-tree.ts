/** Goals are parts of wider goals. */
import { GoalLevel, Refusal, type Goal } from '@muster/contracts';

const widthOf = (level: GoalLevel): number => GoalLevel.options.indexOf(level);

/** A goal is no wider than the one above it, and no narrower than those below. */
export function assertLevels(
  level: GoalLevel,
  above: GoalLevel | undefined,
  below: readonly GoalLevel[],
): void {
  const fits = (above === undefined || widthOf(above) <= widthOf(level)) &&
    below.every((child) => widthOf(level) <= widthOf(child));
  const details = { field: 'level', parentLevel: above ?? null };
  if (!fits) throw new Refusal('goal_level_mismatch', details);
}

export interface GoalNode extends Goal {
  readonly children: GoalNode[];
}

/** Parents come before their children. */
export function nest(goals: readonly Goal[]): GoalNode[] {
  const nodes = new Map<string, GoalNode>();
  const roots: GoalNode[] = [];
  for (const goal of goals) {
    const node: GoalNode = { ...goal, children: [] };
    nodes.set(goal.id, node);
    const parent = goal.parentId === null ? undefined : nodes.get(goal.parentId);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}
