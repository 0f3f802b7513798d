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
  /** Undefined: the request names a thing of the producer, and no company. */
  readonly companyId: string | undefined;
  constructor(producer: ServiceName, companyId?: string) {
    super(`${producer} may have more of company ${companyId ?? 'of the request'}`);
    this.producer = producer;
    this.companyId = companyId;
  }
}

/** Producers whose events of the attempt's company were applied up to the head before it. */
export type CaughtUp = ReadonlySet<ServiceName>;

/** Applies all that the producer has of the company; throws `unavailable` if that is impossible. */
export type CatchUpNow = (producer: ServiceName, companyId: string) => Promise<void>;

/** The `lookAgain` of a context. */
export const lookAgainUnless =
  (caughtUp: CaughtUp) =>
  ({ name }: Pick<Contract, 'name'>, companyId: string): void => {
    if (!caughtUp.has(name)) throw new Missed(name, companyId);
  };

/** Finds the company of a miss that names none; undefined if the caller sees no such thing. */
export type CompanyOfMiss = (producer: ServiceName) => Promise<string | undefined>;

const noCompany: CompanyOfMiss = async () => undefined;

/** Attempts it again after each miss; a producer is caught up with once. */
export async function attemptAgain<T>(
  catchUpNow: CatchUpNow,
  attempt: (caughtUp: CaughtUp) => Promise<T>,
  companyOfMiss = noCompany,
): Promise<T> {
  const caughtUp = new Set<ServiceName>();
  for (;;) {
    try {
      return await attempt(caughtUp);
    } catch (error) {
      if (!(error instanceof Missed)) throw error;
      const { producer } = error;
      if (caughtUp.has(producer)) throw error;
      const companyId = error.companyId ?? (await companyOfMiss(producer));
      if (companyId !== undefined) await catchUpNow(producer, companyId);
      caughtUp.add(producer);
    }
  }
}
