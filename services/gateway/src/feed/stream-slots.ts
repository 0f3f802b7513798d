/** Limits the streams and long polls of this process: of each caller, of each company, and in total. */
import { Refusal, type Actor } from '@muster/contracts';
import { openPlaces, shareOf } from '@muster/service-kit';
import type { GatewayConfig } from '../config.ts';
import { once } from './once.ts';

type Limits = Pick<GatewayConfig, 'FEED_STREAMS_MAX' | 'FEED_STREAMS_PER_CALLER'>;

export function openStreamSlots(
  { FEED_STREAMS_MAX: max, FEED_STREAMS_PER_CALLER: maxOfCaller }: Limits,
  changed: (count: number) => void,
) {
  const places = openPlaces(max);
  const byCaller = new Map<string, number>();
  let count = 0;
  return {
    count: () => count,
    /** The returned function releases the slot. One company leaves a quarter to the others. */
    take(caller: Actor): () => void {
      const own = byCaller.get(caller.id) ?? 0;
      if (own >= maxOfCaller) throw new Refusal('too_many_streams', { most: maxOfCaller });
      const holder = { company: shareOf(caller) };
      if (!places.take(holder)) throw new Refusal('overloaded');
      byCaller.set(caller.id, own + 1);
      count += 1;
      changed(count);
      return once(() => {
        const left = (byCaller.get(caller.id) ?? 1) - 1;
        if (left === 0) byCaller.delete(caller.id);
        else byCaller.set(caller.id, left);
        places.release(holder);
        count -= 1;
        changed(count);
      });
    },
  };
}
