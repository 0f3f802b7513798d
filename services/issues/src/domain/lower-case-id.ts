/** Requests may write ids in any case; they are compared and stored in lower case. */
export const lowerCaseId = <Id extends string | null | undefined>(id: Id) =>
  (typeof id === 'string' ? id.toLowerCase() : id) as Id;
