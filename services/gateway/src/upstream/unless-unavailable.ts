/** A part of a composed answer that may be missing. */
import { Refusal } from '@muster/contracts';

/** A part that could not be read is `undefined`. */
export async function unlessUnavailable<T>(part: Promise<T>): Promise<T | undefined> {
  try {
    return await part;
  } catch (error) {
    // The copy of the caller's company or of the agent itself may be older than the subject.
    if (error instanceof Refusal && (error.status === 503 || error.status === 404))
      return undefined;
    throw error;
  }
}
