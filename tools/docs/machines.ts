/**
 * Finds the state machines that modules export as data: a table of moves by name,
 * `{ release: { from: ['in_progress'], to: 'todo' } }`, or a table of verdicts with the answer to each
 * kind of caller for each move.
 */
export interface Step {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}
export interface Machine {
  readonly service: string;
  /** Path of the module in the repository. */
  readonly path: string;
  readonly name: string;
  readonly steps: readonly Step[];
  readonly verdicts?: readonly Verdict[];
}
export interface Verdict {
  readonly from: string;
  readonly to: string;
  readonly answers: Readonly<Record<string, string>>;
}

export function machinesIn(service: string, path: string, exported: object): Machine[] {
  const byName = Object.entries(exported).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byName.flatMap(([name, value]) => {
    if (!isObject(value)) return [];
    if (/verdicts$/i.test(name)) {
      return [{ service, path, name, steps: [], verdicts: verdictsOf(value) }];
    }
    if (!/moves$/i.test(name)) return [];
    const steps = Object.entries(value).flatMap(([key, entry]) => stepsOf(key, entry));
    return steps.length === 0 ? [] : [{ service, path, name, steps }];
  });
}

function stepsOf(key: string, entry: unknown): Step[] {
  if (!isObject(entry)) return [];
  const { from, to } = entry;
  return isTexts(from) && isText(to) ? from.map((start) => ({ from: start, to, by: key })) : [];
}

/** From → to → kind of caller → answer. */
const verdictsOf = (table: Readonly<Record<string, unknown>>): Verdict[] =>
  Object.entries(table).flatMap(([from, ends]) =>
    Object.entries(isObject(ends) ? ends : {}).map(([to, answers]) => ({
      from,
      to,
      answers: isAnswers(answers) ? answers : {},
    })),
  );

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);
const isAnswers = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
