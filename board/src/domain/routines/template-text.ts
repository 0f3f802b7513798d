/** Parts and variables of a routine as lines of text, as a form has them. */
import type { RoutineTemplate, RoutineVariable } from '@muster/contracts';

type Part = NonNullable<RoutineTemplate['children']>[number];

/** `review: Read the draft < draft`: its name and what it waits for may be missing. */
const PART = /^(?:([0-9A-Za-z][\w.-]{0,63}):\s+)?(.+?)(?:\s+<\s+([\w.-]+(?:\s*,\s*[\w.-]+)*))?$/;
const VARIABLE = /^([A-Za-z_]\w{0,63})(?:\s*=\s*(.*))?$/;

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const textOfParts = (parts: readonly Part[] = []): string =>
  parts
    .map(({ key, title, blockedBy = [] }) => {
      const name = key === undefined ? '' : `${key}: `;
      return `${name}${title}${blockedBy.length === 0 ? '' : ` < ${blockedBy.join(', ')}`}`;
    })
    .join('\n');

/** What a line does not say of a part, such as who does it, stays as it was. */
export const partsOf = (text: string, before: readonly Part[] = []): readonly Part[] =>
  linesOf(text).map((line) => {
    const [, key, title = line, after] = PART.exec(line) ?? [];
    const known = before.find((part) =>
      key === undefined ? part.title === title : part.key === key,
    );
    const { key: _, blockedBy: __, ...kept } = known ?? { title };
    return {
      ...kept,
      title,
      ...(key === undefined ? {} : { key }),
      ...(after === undefined ? {} : { blockedBy: after.split(/\s*,\s*/) }),
    };
  });

export const textOfVariables = (variables: readonly RoutineVariable[] = []): string =>
  variables
    .map(({ name, required, default: value }) => (required ? name : `${name} = ${value ?? ''}`))
    .map((line) => line.trim())
    .join('\n');

/** `city` must be given, `city = Lisbon` need not; undefined where a line is neither. */
export function variablesOf(text: string): readonly RoutineVariable[] | undefined {
  const found = linesOf(text).map((line) => VARIABLE.exec(line));
  if (found.includes(null)) return undefined;
  return found.flatMap((line): readonly RoutineVariable[] => {
    const [, name = '', value] = line ?? [];
    if (value === undefined) return [{ name, required: true }];
    return [{ name, required: false, ...(value === '' ? {} : { default: value }) }];
  });
}
