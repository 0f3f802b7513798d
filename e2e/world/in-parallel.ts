/** Bounded concurrency. */

/** Calls `work` with 0 … count − 1, at most `concurrency` at a time; fails with the first failure. */
export async function inParallel(
  count: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
