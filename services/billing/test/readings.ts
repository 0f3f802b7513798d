/** What a test reads from the processes while it holds them up. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RunningService } from '@muster/service-kit';

/** Of the oldest event that any of the processes has not applied; 0 if there is none. */
export async function oldestUnappliedSeconds(replicas: readonly RunningService[]): Promise<number> {
  let oldest = 0;
  for (const { runtime } of replicas) {
    const gauge = runtime.metrics.registry.getSingleMetric('muster_oldest_unapplied_seconds');
    for (const { value } of (await gauge?.get())?.values ?? []) oldest = Math.max(oldest, value);
  }
  return oldest;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Of this process, in which its services run, without garbage. */
export function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** How far later readings exceed those of the first quarter, in which memory fills. */
export function growthOf(heaps: readonly number[]): number {
  const quarter = Math.ceil(heaps.length / 4);
  return Math.max(...heaps.slice(quarter)) - Math.max(...heaps.slice(0, quarter));
}

export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
