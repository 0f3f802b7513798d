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

/** The latest review of an issue; it stays when the review is over. Null and 0 before the first. */
export interface ReviewState {
  /** The assignee when it was handed over. */
  readonly reviewAuthorAgentId: string | null;
  /** The agent that decides; null: the board. */
  readonly reviewAgentId: string | null;
  readonly reviewRounds: number;
  /** The board user who decides, by name; null: no such user. */
  readonly reviewUserId: string | null;
  /** Who has handed it over, agent or board user: like the author, it gives no verdict. */
  readonly reviewHandedById: string | null;
}

/** An issue as it is stored. */
export type IssueState = Whole<Omit<Issue, 'started_at' | 'completed_at'>> &
  BindingAssignment &
  ReviewState & {
    /** The agent that has ended it; null if it is open, or if the board has ended it. */
    readonly endedByAgentId: string | null;
    /** Runs in a row that have left it in progress without a wish; 0 in any other status. */
    readonly leftInProgress: number;
  };
