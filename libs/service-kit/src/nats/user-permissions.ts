/** What a user of NATS may do; everything else is refused. */
export interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** Whether it may answer requests, once each, in the inbox of any caller. */
  readonly answers: boolean;
}
