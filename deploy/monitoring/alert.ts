/** What an alert is. */

export interface Alert {
  readonly name: string;
  /** Name in the release before: for one release the rule is rendered under both names. */
  readonly formerly?: string;
  /** `page` calls the person on duty at once, `ticket` waits for working hours. */
  readonly severity: 'page' | 'ticket';
  readonly expr: string;
  /** The series that the expression compares: they have samples also while nothing is wrong. */
  readonly watches: readonly string[];
  readonly for: string;
  readonly summary: string;
}

/** Fires while the value is above the limit. */
export const over = (value: string, limit: number) =>
  ({ expr: `${value} > ${limit}`, watches: [value] }) as const;
