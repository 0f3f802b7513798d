/** State machines as data: the moves of a machine by name. */
export interface Move<State extends string> {
  readonly from: readonly State[];
  readonly to: State;
  /** The event that the move emits; a move without it emits none. */
  readonly emits?: string;
}

/** The one shape of all machines. `More` is what the moves of one machine have besides. */
export type Moves<State extends string, More extends object = object> = Readonly<
  Record<string, Move<State> & More>
>;

/** The state after a move, or nothing if the move is not allowed in this state. */
export const stateAfter = <State extends string>(
  { from, to }: Move<State>,
  state: State,
): State | undefined => (from.includes(state) ? to : undefined);

/** A final state is one that no move leaves. */
export const isFinalState = <State extends string>(moves: Moves<State>, state: State): boolean =>
  !Object.values(moves).some(({ from }) => from.includes(state));
