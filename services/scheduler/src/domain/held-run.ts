/**
 * A run in the hands of its holder. Each process that takes a run raises its fence, and every
 * statement of a holder names the fence that it has: what a former holder still writes changes
 * nothing.
 */
import type { Run } from '@muster/contracts';

export interface HeldRun extends Run {
  readonly fence: number;
}

/** What each statement of a holder names. */
export type Holder = Pick<HeldRun, 'id' | 'epoch' | 'fence'>;
