import type { Issue } from '@muster/contracts';

/** Every field: a new one is optional in the contract, because the release before leaves it out. */
export type Whole<T> = { [Field in keyof T]-?: Exclude<T[Field], undefined> };

/**
 * The assignment that binds: an earlier one whose assignee had no right to cancel the issue and gave
 * it away. All null if no such assignment is known. At most one of the two assigners is set.
 */
export interface BindingAssignment {
  readonly boundAgentId: string | null;
  readonly boundByAgentId: string | null;
  readonly boundByUserId: string | null;
}

/** An issue as it is stored. */
export type IssueState = Whole<Omit<Issue, 'started_at' | 'completed_at'>> &
  BindingAssignment & {
    /** The agent that has ended it; null if it is open, or if the board has ended it. */
    readonly endedByAgentId: string | null;
  };
