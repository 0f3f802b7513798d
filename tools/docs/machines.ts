/**
 * Finds the state machines that domain modules export as data, in either of the two forms in use:
 * `{ release: { from: ['in_progress'], to: 'todo' } }` names its moves, and
 * `{ todo: ['in_progress', 'blocked'] }` lists what each state may become.
 */
export type Step = { readonly from: string; readonly to: string; readonly by: string };
export type Machine = {
  readonly service: string;
  readonly module: string;
  readonly name: string;
  readonly steps: readonly Step[];
  /** Who is answered with what, where the domain spells it out. */
  readonly verdicts?: readonly Verdict[];
};
export type Verdict = {
  readonly from: string;
  readonly to: string;
  readonly answers: Readonly<Record<string, string>>;
};

export function machinesIn(service: string, module: string, exported: object): Machine[] {
  const byName = Object.entries(exported).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return byName.flatMap(([name, value]) => {
    if (!isObject(value)) return [];
    if (/verdicts$/i.test(name)) {
      return [{ service, module, name, steps: [], verdicts: verdictsOf(value) }];
    }
    if (!/moves|transitions/i.test(name)) return [];
    const steps = Object.entries(value).flatMap(([key, entry]) => stepsOf(key, entry));
    return steps.length === 0 ? [] : [{ service, module, name, steps }];
  });
}

function stepsOf(key: string, entry: unknown): Step[] {
  if (isTexts(entry)) return entry.map((to) => ({ from: key, to, by: '' }));
  if (!isObject(entry)) return [];
  const { from, to } = entry;
  const starts = isTexts(from) ? from : [from].filter(isText);
  const ends = isTexts(to) ? to : [to].filter(isText);
  return starts.flatMap((start) => ends.map((end) => ({ from: start, to: end, by: key })));
}

/** From → to → kind of caller → answer. */
const verdictsOf = (table: Readonly<Record<string, unknown>>): Verdict[] =>
  Object.entries(table).flatMap(([from, ends]) =>
    Object.entries(isObject(ends) ? ends : {}).map(([to, answers]) => ({
      from, to, answers: isAnswers(answers) ? answers : {},
    })));

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);
const isAnswers = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
