/**
 * How far the reactions of a service have applied the log of one company. Nearly always all of them
 * are in step, at one number. A reaction that is new, that has failed, or that is to apply events again
 * lags behind at a number of its own, and holds up no other.
 */

export interface Positions {
  /** The last event that the reactions in step have applied. */
  readonly lastSeq: number;
  /** Sorted names; null: every reaction, because a release without positions has moved the cursor. */
  readonly inStep: readonly string[] | null;
  /** Name → the last event that the reaction has applied. */
  readonly lagging: Readonly<Record<string, number>>;
}

/** The reactions of this release to one producer. */
export interface OwnReactions {
  /** Sorted. */
  readonly names: readonly string[];
  /** Those that are to apply what was there before the first release with them. */
  readonly withHistory: ReadonlySet<string>;
}

/** Whether they can be moved together, and no other release has a reaction that they would take along. */
export const areAllInStep = (
  { inStep }: Pick<Positions, 'inStep'>,
  { names }: Pick<OwnReactions, 'names'>,
): boolean =>
  inStep !== null && inStep.length === names.length && names.every((n, i) => n === inStep[i]);

/** With a number for each reaction of this release: a new one begins at 0, or where the others are. */
export function withOwn(positions: Positions, { names, withHistory }: OwnReactions): Positions {
  const { lastSeq, inStep, lagging } = positions;
  const isNew = (name: string): boolean => !inStep?.includes(name) && !(name in lagging);
  const added = names.filter(isNew);
  const late = lastSeq > 0 && inStep ? added.filter((name) => withHistory.has(name)) : [];
  return {
    lastSeq,
    inStep: [...(inStep ?? []), ...added.filter((name) => !late.includes(name))].toSorted(),
    lagging: { ...lagging, ...Object.fromEntries(late.map((name) => [name, 0])) },
  };
}

/** @param name of a reaction that the positions have */
export const positionOf = ({ lastSeq, lagging }: Positions, name: string): number =>
  lagging[name] ?? lastSeq;

/** After these reactions, and no others, have applied the events up to a number. */
export function movedTo(positions: Positions, movers: ReadonlySet<string>, to: number): Positions {
  const { inStep, lagging } = positions;
  const lastSeq = Math.max(positions.lastSeq, to);
  const moved: { inStep: string[]; lagging: Record<string, number> } = { inStep: [], lagging: {} };
  for (const name of [...(inStep ?? []), ...Object.keys(lagging)]) {
    const before = positionOf(positions, name);
    const seq = movers.has(name) ? Math.max(before, to) : before;
    // One that lags and does not move may have failed at the next event: it is not in step.
    if (seq === lastSeq && (movers.has(name) || !(name in lagging))) moved.inStep.push(name);
    else moved.lagging[name] = seq;
  }
  return { lastSeq, inStep: moved.inStep.toSorted(), lagging: moved.lagging };
}

/** One reaction at a number of its own. */
export const laggingAt = (positions: Positions, name: string, seq: number): Positions => ({
  lastSeq: positions.lastSeq,
  inStep: positions.inStep?.filter((each) => each !== name) ?? [],
  lagging: { ...positions.lagging, [name]: seq },
});
