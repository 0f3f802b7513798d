/** A request in parts, and a mutation of it: what the mutations and the drafts are made of. */
export interface RequestParts {
  readonly method: string;
  /** Percent-encoded. */
  readonly path: string;
  /** Percent-encoded, `name=value` each. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  /** The bytes of the body, if they are not those of `json`. */
  readonly raw?: string | Uint8Array;
}

export interface Mutation {
  readonly name: string;
  /** Whether the mutated request may belong to another route, or to none. */
  readonly mayChangeRoute: boolean;
  readonly apply: (parts: RequestParts) => RequestParts;
}
