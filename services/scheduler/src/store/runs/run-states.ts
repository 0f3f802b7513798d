/** Conditions on the holder of a run, and on its state, which are made from the table of moves. */
import type { RunSource, RunStatus } from '@muster/contracts';
import { sql, type Statement } from '@muster/service-kit';
import type { Holder } from '../../domain/held-run.ts';
import { liveStates, statesBefore } from '../../domain/run-moves.ts';

/** The run, for as long as it is this holder's: one that was superseded changes nothing. */
export const isRunOf = ({ id, epoch, fence }: Holder): Statement =>
  sql`runs.id = ${id} and runs.epoch = ${epoch} and runs.fence = ${fence}`;

/**
 * States as SQL literals: a partial index on `status` is used only where the statement names the
 * states. They come from constant tables, so there are few different statements.
 */
export const inStates = (states: readonly RunStatus[]): Statement => ({
  text: `in (${states.map((status) => `'${status}'`).join(', ')})`,
  values: [],
});

/** Sources of wake-ups in the same way. */
export const inSources = (sources: readonly RunSource[]): Statement => ({
  text: `in (${sources.map((source) => `'${source}'`).join(', ')})`,
  values: [],
});

/** `status ${isLive}`: queued or running. */
export const isLive = inStates(liveStates);

/** `status ${precedes('running')}`: a state from which a move leads to that one. */
export const precedes = (status: RunStatus): Statement => inStates(statesBefore(status));

/** A run with a deadline has no process here to wait for: its agent is refused from now on. */
export const heldLocally = sql`held and deadline_at is null`;

/** The condition of the index of queued runs that can start as far as is known, by company. */
export const isStartableIn = (runs: Statement): Statement => sql`
  ${runs}.status = 'queued' and not ${runs}.parked and ${runs}.offered_until is null`;
