/** The size of a document in the largest unit of which it has one. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024)} KB`;

/** A key of what a reader types: lower-case letters and digits, joined by single dashes. */
export const keyOf = (typed: string): string =>
  typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64)
    .replace(/-$/, '');
