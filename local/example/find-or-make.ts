/** Looks things up by their name among those that exist, and makes the others. */
export function finder<T>(existing: readonly T[], nameOf: (thing: T) => string) {
  const byName = new Map(existing.map((thing) => [nameOf(thing), thing]));
  return {
    findOrMake: async (name: string, make: (name: string) => Promise<T>): Promise<T> =>
      byName.get(name) ?? make(name),
  };
}
