/** Which goals a request gives to a project. */

export interface NamedGoals {
  readonly field: 'goalId' | 'goalIds';
  /** Each once, as they are stored. */
  readonly ids: readonly string[];
}

/**
 * Answers show `goalIds`, and the first of them as `goalId`. A request may have either; where it has both,
 * as one that sends back what it has read, `goalIds` says more.
 */
export function namedGoals({
  goalId,
  goalIds,
}: {
  readonly goalId?: string | null | undefined;
  readonly goalIds?: readonly string[] | undefined;
}): NamedGoals | undefined {
  if (goalIds !== undefined) {
    return { field: 'goalIds', ids: [...new Set(goalIds.map((id) => id.toLowerCase()))] };
  }
  if (goalId === undefined) return undefined;
  return { field: 'goalId', ids: goalId === null ? [] : [goalId.toLowerCase()] };
}
