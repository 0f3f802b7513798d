/** Limits the streams and long polls of this process, in total and of each caller. */
import { Refusal } from '@muster/contracts';
import type { GatewayConfig } from '../config.ts';
import { once } from './once.ts';

type Limits = Pick<GatewayConfig, 'FEED_STREAMS_MAX' | 'FEED_STREAMS_PER_CALLER'>;

export function openStreamSlots(
  { FEED_STREAMS_MAX: max, FEED_STREAMS_PER_CALLER: maxOfCaller }: Limits,
  changed: (count: number) => void,
) {
  const byCaller = new Map<string, number>();
  let count = 0;
  return {
    count: () => count,
    /** The returned function releases the slot. */
    take(callerId: string): () => void {
      const own = byCaller.get(callerId) ?? 0;
      if (own >= maxOfCaller) throw new Refusal('too_many_streams', { most: maxOfCaller });
      if (count >= max) throw new Refusal('overloaded');
      byCaller.set(callerId, own + 1);
      count += 1;
      changed(count);
      return once(() => {
        const left = (byCaller.get(callerId) ?? 1) - 1;
        if (left === 0) byCaller.delete(callerId);
        else byCaller.set(callerId, left);
        count -= 1;
        changed(count);
      });
    },
  };
}
