/** Texts by the name of a field, by `owner.field`, or by the name of a record. */
export type Descriptions = Readonly<Record<string, string>>;
