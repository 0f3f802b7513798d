/** Reads what a client asks to see of an answer: parameters of the query, and `Prefer`. */
import { selectableOf, type Operation, type Selectable, type Selection } from '@muster/contracts';
import { parseInput } from '../hints/describe-field.ts';
import { convertText, fieldKinds, type FieldKind } from './fields.ts';

const PARAMETERS: ReadonlySet<string> = new Set(['view', 'fields', 'nulls', 'maxText']);
const MINIMAL = /(?:^|[,;\s])return=minimal(?:$|[,;\s])/i;

export interface ChosenSelection {
  readonly selectable: Selectable;
  readonly selection: Selection;
  /** Whether it is what `Prefer: return=minimal` asks for. */
  readonly isMinimal: boolean;
  /** Parameters of the query that are no fields of the input. */
  readonly parameters: ReadonlySet<string>;
}

/** @returns undefined if the client asks for nothing, or the answer has nothing to select from */
export function readSelection(
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
  prefer: string | undefined,
): ChosenSelection | undefined {
  const wantsMinimal = prefer !== undefined && MINIMAL.test(prefer);
  const given = Object.keys(query).filter(
    (name) => PARAMETERS.has(name) && !(name in operation.input.shape),
  );
  if (given.length === 0 && !wantsMinimal) return undefined;
  const selectable = knownFor(operation);
  if (!selectable) return undefined;
  const { parameters, kinds } = selectable;
  const texts = given.map((name) => [name, convertText(kinds.get(name) ?? 'text', query[name])]);
  const asked: Selection = parseInput({ input: parameters }, Object.fromEntries(texts));
  const isMinimal = wantsMinimal && selectable.minimal !== undefined && !asked.fields;
  return {
    selectable,
    selection: isMinimal ? { ...asked, fields: selectable.minimal } : asked,
    isMinimal,
    parameters: new Set(given),
  };
}

interface Known extends Selectable {
  readonly kinds: ReadonlyMap<string, FieldKind>;
}

/** Made when first asked for: of most operations all is wanted. */
const known = new WeakMap<Operation, Known>();

function knownFor(operation: Operation): Known | undefined {
  const found = known.get(operation);
  if (found) return found;
  const selectable = selectableOf(operation);
  if (!selectable) return undefined;
  const made = { ...selectable, kinds: fieldKinds({ input: selectable.parameters }) };
  known.set(operation, made);
  return made;
}
