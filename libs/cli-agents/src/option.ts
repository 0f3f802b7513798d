/** An option with its value, as two arguments; none where there is no value. */
export const option = (name: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [name, String(value)];
