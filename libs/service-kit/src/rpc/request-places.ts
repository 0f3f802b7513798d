/**
 * The places of a server. A request has one, however many attempts of it are in progress here: its
 * caller sends it again when the answer is late, which on a slow machine is what a burst makes it,
 * and a second place for each would shed the half of the burst.
 */
import { isWrite, Refusal, type Operation } from '@muster/contracts';
import { openWaitedPlaces, shareOf } from '../places.ts';
import { resourceOf, type Request } from './request.ts';

/** One shared instance: creating an error is the expensive part of a refusal. */
const overloaded = new Refusal('overloaded');
/** Longest wait, also in a burst: shorter than the silence after which a caller sends again. */
const WAIT_MAX_MS = 1_000;

export interface RequestPlaces {
  /** @throws Refusal `overloaded` if a further request could not even wait */
  requireRoom(): void;
  /**
   * Takes a place for the caller and, because writes to one resource wait for each other, for that.
   *
   * @returns what gives the place back
   * @throws Refusal `overloaded`
   */
  enter(request: Request, operation: Operation): Promise<() => void>;
}

export function openRequestPlaces(max: number): RequestPlaces {
  const places = openWaitedPlaces(max, { burstWaitMaxMs: WAIT_MAX_MS });
  /** Requests that have a place. */
  const entered = new Set<string>();
  return {
    requireRoom() {
      if (places.isFull()) throw overloaded;
    },
    async enter({ name, requestId, attempt, actor, input }, operation) {
      const key = `${name} ${requestId}`;
      if (attempt > 1 && entered.has(key)) return () => undefined;
      const resource = isWrite(operation) ? resourceOf(operation, input) : undefined;
      const holder = { company: shareOf(actor), resource };
      if (!places.take(holder) && !(await places.wait(holder))) throw overloaded;
      entered.add(key);
      return () => {
        entered.delete(key);
        places.release(holder);
      };
    },
  };
}
