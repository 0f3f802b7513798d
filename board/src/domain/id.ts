/** Whether a value has the form of an id. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f-]{36}$/i.test(value);
