/** What is done to a request that its schema accepts, to see what comes of it. */
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { bodyTwists } from './body-twists.ts';
import { headerTwists } from './header-twists.ts';
import { lineTwists } from './line-twists.ts';

/** A request in parts, as far as it can be taken apart. */
export type Sketch = {
  readonly method: string;
  /** Encoded. */
  readonly path: string;
  /** Encoded, `name=value` each. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  /** The body's bytes, where they are not those of `json`. */
  readonly raw?: string | Uint8Array;
};

export type Twist = {
  readonly name: string;
  /** The request may be another route's now, or nobody's. */
  readonly elsewhere: boolean;
  readonly apply: (sketch: Sketch) => Sketch;
};

export const twists: Arbitrary<Twist> = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(...bodyTwists) },
  { weight: 3, arbitrary: fc.oneof(...headerTwists) },
  { weight: 3, arbitrary: fc.oneof(...lineTwists) },
);
