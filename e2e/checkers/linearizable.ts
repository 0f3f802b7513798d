/**
 * Whether a history of concurrent operations on one object is linearizable: whether they could have
 * happened one after another, each at some instant between its call and its answer (Wing and Gong, with
 * Lowe's cache of visited configurations). An operation without an answer may have happened at any time
 * after its call, or not at all.
 */
export interface Operation<I, O> {
  readonly input: I;
  /** Undefined: the outcome is unknown. */
  readonly output: O | undefined;
  /** On one clock for the whole history. */
  readonly calledAt: number;
  readonly answeredAt: number;
}

export interface Model<S, I, O> {
  readonly initial: S;
  /** The next state, and the answer in this state. */
  step(state: S, input: I): { readonly state: S; readonly output: O };
  sameOutput(expected: O, seen: O): boolean;
  /** Whether an operation with this answer changes nothing in any state. */
  isReadOnly(input: I, seen: O): boolean;
  /** Equal for equal states. */
  keyOf(state: S): string;
}

export type Verdict<I, O> =
  | { readonly linearizable: true }
  | {
      readonly linearizable: false;
      /** The longest order that was found, and the operations that cannot come next. */
      readonly order: readonly Operation<I, O>[];
      readonly stuck: readonly Operation<I, O>[];
    };

interface Configuration<S> {
  readonly state: S;
  /** Operations that have happened, one bit each. */
  readonly done: bigint;
  readonly order: readonly number[];
}

export function judge<S, I, O>(
  history: readonly Operation<I, O>[],
  model: Model<S, I, O>,
): Verdict<I, O> {
  const operations = history.toSorted((a, b) => a.calledAt - b.calledAt);
  const answered = operations.reduce(
    (bits, { output }, index) => (output === undefined ? bits : bits | bitOf(index)),
    0n,
  );
  const visited = new Set<string>();
  const open: Configuration<S>[] = [{ state: model.initial, done: 0n, order: [] }];
  let longest = open[0] as Configuration<S>;
  for (let configuration = open.pop(); configuration; configuration = open.pop()) {
    if ((configuration.done & answered) === answered) return { linearizable: true };
    if (configuration.order.length > longest.order.length) longest = configuration;
    const key = `${configuration.done.toString(36)} ${model.keyOf(configuration.state)}`;
    if (visited.has(key)) continue;
    visited.add(key);
    open.push(...configurationsAfter(operations, configuration, model));
  }
  return {
    linearizable: false,
    order: longest.order.map((index) => operations[index] as Operation<I, O>),
    stuck: candidatesAt(operations, longest.done).map(
      (index) => operations[index] as Operation<I, O>,
    ),
  };
}

const bitOf = (index: number): bigint => 1n << BigInt(index);

/**
 * The configurations after the next operation. An operation that fits and never changes anything may
 * happen at once without loss of generality. One that changes nothing only in this state may have to
 * happen later, where it does.
 */
function configurationsAfter<S, I, O>(
  operations: readonly Operation<I, O>[],
  { state, done, order }: Configuration<S>,
  model: Model<S, I, O>,
): Configuration<S>[] {
  const next: Configuration<S>[] = [];
  for (const index of candidatesAt(operations, done)) {
    const { input, output } = operations[index] as Operation<I, O>;
    const stepped = model.step(state, input);
    if (output !== undefined && !model.sameOutput(stepped.output, output)) continue;
    const configuration = {
      state: stepped.state,
      done: done | bitOf(index),
      order: [...order, index],
    };
    if (output !== undefined && model.isReadOnly(input, output)) return [configuration];
    const changes = model.keyOf(stepped.state) !== model.keyOf(state);
    if (changes || output !== undefined) next.push(configuration);
  }
  return next;
}

/** Operations that may come next: called before any other remaining one was answered. */
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
    (index) => (operations[index] as Operation<I, O>).calledAt <= firstAnswer,
  );
}
