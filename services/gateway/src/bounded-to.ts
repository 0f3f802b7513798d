/**
 * The bound of a cache by its number of entries, which takes memory as it fills: with `max`, the library
 * makes room for all entries at once, 200 kilobytes for ten thousand.
 */
export const boundedTo = (entries: number) => ({
  maxSize: entries,
  sizeCalculation: () => 1,
});
