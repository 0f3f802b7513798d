/**
 * What was made under marks that are given once, held against what is there in the end: each
 * acknowledged thing once and under the id that was told, each unknown one at most once, and
 * nothing that nobody made.
 */
export interface Made {
  readonly mark: string;
  /** Nothing: nobody heard what came of it. */
  readonly id: string | undefined;
}

export interface Found {
  readonly mark: string;
  readonly id: string;
}

export function faultsOfMarks(what: string, made: readonly Made[], found: readonly Found[]) {
  const faults: string[] = [];
  const byMark = Map.groupBy(found, ({ mark }) => mark);
  for (const { mark, id } of made) {
    const there = byMark.get(mark) ?? [];
    if (there.length > 1) faults.push(`${what} ${mark} is there ${there.length} times`);
    if (id === undefined) continue;
    if (there.length === 0) faults.push(`${what} ${mark} was acknowledged and is not there`);
    else if (there.every((each) => each.id !== id)) {
      faults.push(`${what} ${mark} was acknowledged as another than it is`);
    }
  }
  const known = new Set(made.map(({ mark }) => mark));
  for (const mark of byMark.keys()) {
    if (!known.has(mark)) faults.push(`${what} ${mark} is there and nobody made it`);
  }
  return faults;
}

export interface Change {
  readonly id: string;
  readonly value: string;
  /** Whether it was acknowledged; else it may have happened or not. */
  readonly isKnown: boolean;
}

/**
 * Of things that have one writer each, in its order: the last acknowledged value stands, or a later
 * one of which nobody has heard.
 */
export function faultsOfChanges(
  changes: readonly Change[],
  standing: ReadonlyMap<string, string>,
): string[] {
  return [...Map.groupBy(changes, ({ id }) => id)].flatMap(([id, own]) => {
    const lastKnown = own.findLastIndex(({ isKnown }) => isKnown);
    const allowed = own.slice(Math.max(0, lastKnown)).map(({ value }) => value);
    const value = standing.get(id);
    const isFine = lastKnown < 0 || (value !== undefined && allowed.includes(value));
    return isFine ? [] : [`${id} is ${value}, and ${own[lastKnown]?.value} was acknowledged`];
  });
}

/** Of one writer's acknowledged things, those that were numbered before an earlier one. */
export function faultsOfOrder(
  writer: string,
  acknowledged: readonly string[],
  numberOf: ReadonlyMap<string, number>,
): string[] {
  let last = 0;
  return acknowledged.flatMap((id) => {
    const number = numberOf.get(id);
    if (number === undefined) return [`${id} of ${writer} is in no log`];
    const isLate = number <= last;
    last = Math.max(last, number);
    return isLate ? [`${id} of ${writer} has number ${number}, and ${last} came before it`] : [];
  });
}
