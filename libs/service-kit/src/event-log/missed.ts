/**
 * What is not in a copy may have been made a moment ago, in the service that owns it. Its
 * maker did not wait for the copy: a handler that misses it ends its attempt, the events of the owner are
 * applied up to its head, and the handler runs once more. What is still missing then does not exist.
 */
import type { Contract, ServiceName } from '@muster/contracts';

/** Ends an attempt. It reaches no caller: the second attempt decides. */
export class Missed extends Error {
  override readonly name = 'Missed';
  readonly producer: ServiceName;
  readonly companyId: string;
  constructor(producer: ServiceName, companyId: string) {
    super(`${producer} may have more of company ${companyId}`);
    this.producer = producer;
    this.companyId = companyId;
  }
}

/** Companies whose events were applied up to the producer's head before this attempt. */
export type CaughtUp = ReadonlySet<string>;

/** Applies all that the producer has of the company; throws `unavailable` if that is impossible. */
export type CatchUpNow = (producer: ServiceName, companyId: string) => Promise<void>;

const keyOf = (producer: ServiceName, companyId: string): string => `${producer} ${companyId}`;

/** The `lookAgain` of a context. */
export const lookAgainUnless =
  (caughtUp: CaughtUp) =>
  ({ name }: Pick<Contract, 'name'>, companyId: string): void => {
    if (!caughtUp.has(keyOf(name, companyId))) throw new Missed(name, companyId);
  };

/** Attempts it again after each miss; a company of a producer is caught up once. */
export async function attemptAgain<T>(
  catchUpNow: CatchUpNow,
  attempt: (caughtUp: CaughtUp) => Promise<T>,
): Promise<T> {
  const caughtUp = new Set<string>();
  for (;;) {
    try {
      return await attempt(caughtUp);
    } catch (error) {
      if (!(error instanceof Missed)) throw error;
      const { producer, companyId } = error;
      if (caughtUp.has(keyOf(producer, companyId))) throw error;
      await catchUpNow(producer, companyId);
      caughtUp.add(keyOf(producer, companyId));
    }
  }
}
