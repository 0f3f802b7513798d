/**
 * Compares what was created with unique marks with what exists in the end: each acknowledged thing
 * exists once and with the answered id, each unknown one at most once, and nothing else exists.
 */
export interface Made {
  readonly mark: string;
  /** Undefined: the outcome is unknown. */
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
    if (there.length > 1) faults.push(`${what} ${mark} exists ${there.length} times`);
    if (id === undefined) continue;
    if (there.length === 0) faults.push(`${what} ${mark} was acknowledged and does not exist`);
    else if (there.every((each) => each.id !== id)) {
      faults.push(`${what} ${mark} was acknowledged with another id`);
    }
  }
  const known = new Set(made.map(({ mark }) => mark));
  for (const mark of byMark.keys()) {
    if (!known.has(mark)) faults.push(`${what} ${mark} exists and was not created`);
  }
  return faults;
}

export interface Change {
  readonly id: string;
  readonly value: string;
  /** Whether it was acknowledged; otherwise its outcome is unknown. */
  readonly isKnown: boolean;
}

/**
 * For things with one writer each, in its order: the current value is the last acknowledged one, or a
 * later one with an unknown outcome.
 */
export function faultsOfChanges(
  changes: readonly Change[],
  current: ReadonlyMap<string, string>,
): string[] {
  return [...Map.groupBy(changes, ({ id }) => id)].flatMap(([id, own]) => {
    const lastKnown = own.findLastIndex(({ isKnown }) => isKnown);
    const allowed = own.slice(Math.max(0, lastKnown)).map(({ value }) => value);
    const value = current.get(id);
    const isFine = lastKnown < 0 || (value !== undefined && allowed.includes(value));
    return isFine ? [] : [`${id} is ${value}, and ${own[lastKnown]?.value} was acknowledged`];
  });
}

/** The acknowledged things of one writer that have a lower number than an earlier one. */
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
