/**
 * The form of a UUID. The contracts define it for the services; pages and their domain take no code of
 * theirs, and a test keeps the two the same.
 */
export const UUID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

/** Whether a value has the form of an id. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && UUID.test(value);
