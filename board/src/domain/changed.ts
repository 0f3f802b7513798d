/** What a form has changed: only that is sent, so that it collides with nothing else. */
export const changedFields = <T extends object>(before: object, after: T): Partial<T> => {
  const was: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(was[name], value)),
  ) as Partial<T>;
};

/** Whether one of these fields has another value than the reader saw. */
export function collides(fields: readonly string[], seen: object, now: object): boolean {
  const was: Readonly<Record<string, unknown>> = { ...seen };
  const is: Readonly<Record<string, unknown>> = { ...now };
  return fields.some((field) => field in was && !isSame(was[field], is[field]));
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Fields without the spaces around texts. */
export const trimmed = <T extends object>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as T;

/** Fields as they are sent: where one of these is empty, there is none. */
export const emptyAsNull = <T extends object, K extends string>(
  fields: T,
  names: readonly K[],
): { [N in keyof T]: N extends K ? T[N] | null : T[N] } => {
  const nulls = Object.entries(fields)
    .filter(([name, value]) => value === '' && names.some((each) => each === name))
    .map(([name]) => [name, null]);
  return { ...fields, ...Object.fromEntries(nulls) };
};
