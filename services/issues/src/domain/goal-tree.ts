/** The tree of goals: each is part of a wider one. */
import { GoalLevel, Refusal, type Goal } from '@muster/contracts';

/** The smaller, the wider. */
const widthOf = (level: GoalLevel): number => GoalLevel.options.indexOf(level);

/** Refuses a goal that is wider than its parent or narrower than one of its children. */
export function requireLevels(
  level: GoalLevel,
  above: GoalLevel | undefined,
  below: readonly GoalLevel[],
): void {
  const fits =
    (above === undefined || widthOf(above) <= widthOf(level)) &&
    below.every((child) => widthOf(level) <= widthOf(child));
  const details = { field: 'level', parentLevel: above ?? null };
  if (!fits) throw new Refusal('goal_level_mismatch', details);
}

export interface GoalNode extends Goal {
  readonly children: GoalNode[];
}

/** Nests goals that are ordered so that parents come before their children. */
export function nestGoals(goals: readonly Goal[]): GoalNode[] {
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
