import type { Extent, Window } from './load.ts';
import type { Row } from './rows.ts';

/** One row of the bench: how its load is driven. */
export interface Scenario {
  readonly name: Row;
  run(extent: Extent): Promise<Window>;
  /** Undoes what the window did, so that the next one finds the same. Not measured. */
  restore(): Promise<void>;
}
