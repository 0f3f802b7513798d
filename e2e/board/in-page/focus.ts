/** What a page says of its focus after each Tab. */
export interface Focus {
  /** Start of the element that has the focus; empty if none has. */
  readonly at: string;
  /** Whether the way through the page ends here: the focus left it, came back to where it was, or stays. */
  readonly isEnd: boolean;
  /** Elements that the focus was on, and those that it should come to. */
  readonly reached: number;
  readonly reachable: number;
  readonly wrong?: string;
}
