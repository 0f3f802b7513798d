/**
 * Whether a history of concurrent operations on one thing could have happened one after another,
 * each at some instant between its call and its answer (Wing and Gong; memory of visited places as
 * Lowe has it). An operation without an answer may have happened at any time after its call, or not
 * at all.
 */
export interface Operation<I, O> {
  readonly input: I;
  /** Nothing: nobody knows what came of it. */
  readonly output: O | undefined;
  /** On one clock for the whole history. */
  readonly calledAt: number;
  readonly answeredAt: number;
}

export interface Model<S, I, O> {
  readonly initial: S;
  /** What the thing does in this state: the next one, and the answer. */
  step(state: S, input: I): { readonly state: S; readonly output: O };
  sameOutput(expected: O, seen: O): boolean;
  /** Whether who was answered so has changed nothing, in whatever state the thing was. */
  isIdle(input: I, seen: O): boolean;
  /** Equal for equal states. */
  keyOf(state: S): string;
}

export type Verdict<I, O> =
  | { readonly linearizable: true }
  | {
    readonly linearizable: false;
    /** As far as an order could be found, and what could not come next. */
    readonly order: readonly Operation<I, O>[];
    readonly stuck: readonly Operation<I, O>[];
  };

interface Place<S> {
  readonly state: S;
  /** Operations that have their instant already, one bit each. */
  readonly done: bigint;
  readonly order: readonly number[];
}

export function judge<S, I, O>(
  history: readonly Operation<I, O>[],
  model: Model<S, I, O>,
): Verdict<I, O> {
  const operations = history.toSorted((a, b) => a.calledAt - b.calledAt);
  const answered = operations.reduce(
    (bits, { output }, index) => (output === undefined ? bits : bits | bitOf(index)), 0n);
  const visited = new Set<string>();
  const open: Place<S>[] = [{ state: model.initial, done: 0n, order: [] }];
  let longest = open[0] as Place<S>;
  for (let place = open.pop(); place; place = open.pop()) {
    if ((place.done & answered) === answered) return { linearizable: true };
    if (place.order.length > longest.order.length) longest = place;
    const key = `${place.done.toString(36)} ${model.keyOf(place.state)}`;
    if (visited.has(key)) continue;
    visited.add(key);
    open.push(...placesAfter(operations, place, model));
  }
  return {
    linearizable: false,
    order: longest.order.map((index) => operations[index] as Operation<I, O>),
    stuck: candidatesAt(operations, longest.done)
      .map((index) => operations[index] as Operation<I, O>),
  };
}

const bitOf = (index: number): bigint => 1n << BigInt(index);

/**
 * Where one can go from a place. An operation that fits and never changes anything may take its
 * instant at once without loss: wherever it would fit later, everything else fits the same. One
 * that only happens to change nothing here may have to wait for where it does.
 */
function placesAfter<S, I, O>(
  operations: readonly Operation<I, O>[],
  { state, done, order }: Place<S>,
  model: Model<S, I, O>,
): Place<S>[] {
  const next: Place<S>[] = [];
  for (const index of candidatesAt(operations, done)) {
    const { input, output } = operations[index] as Operation<I, O>;
    const stepped = model.step(state, input);
    if (output !== undefined && !model.sameOutput(stepped.output, output)) continue;
    const place = {
      state: stepped.state, done: done | bitOf(index), order: [...order, index],
    };
    if (output !== undefined && model.isIdle(input, output)) return [place];
    const changes = model.keyOf(stepped.state) !== model.keyOf(state);
    if (changes || output !== undefined) next.push(place);
  }
  return next;
}

/** What may come next: called before anything else that is left was answered. */
function candidatesAt<I, O>(operations: readonly Operation<I, O>[], done: bigint): number[] {
  const candidates: number[] = [];
  let firstAnswer = Infinity;
  for (const [index, { calledAt, answeredAt, output }] of operations.entries()) {
    if (calledAt > firstAnswer) break;
    if ((done & bitOf(index)) !== 0n) continue;
    candidates.push(index);
    if (output !== undefined) firstAnswer = Math.min(firstAnswer, answeredAt);
  }
  return candidates.filter(
    (index) => (operations[index] as Operation<I, O>).calledAt <= firstAnswer);
}
