/** `blocked-by` → `blockedBy`. */
export const fieldNameOf = (flag: string): string =>
  flag.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
