/** Bounded waits for a queue that may never answer. */

/** Resolves when `work` has settled or the time is up, whether it has succeeded or not. */
export const settledWithin = (work: Promise<unknown>, ms: number): Promise<unknown> =>
  withTimeout(work, ms).catch(() => undefined);

export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not answer')), ms);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
