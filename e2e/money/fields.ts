/** A row of the tables of fields. */

/** Ids that rows name. */
export type Named = Readonly<Record<'ann' | 'eve' | 'issue' | 'foreignIssue', string>>;

/**
 * A field, a value (or how it is made of what there is), the status of the answer, and the code of
 * a refusal where it is not the usual one.
 */
export type FieldRow = readonly [field: string, value: unknown, status: number, code?: string];

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';
