/** How long answers waited for effects in other services, as measured by the gateways. */
import type { World } from '../world/use-world.ts';

const LINE =
  /^muster_settle_seconds_bucket\{le="([^"]+)",.*operation="(\w+)",outcome="(\w+)"\} (\d+)/gm;

/** A line for the output; each figure is the upper bound of its bucket. */
export async function settleReport({ stack }: World): Promise<string> {
  const texts = await Promise.all(
    stack.opsUrls
      .filter(({ service }) => service === 'gateway')
      .map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  const buckets = new Map<string, number>();
  for (const [, le = '', , , count] of texts.flatMap((text) => [...text.matchAll(LINE)])) {
    buckets.set(le, (buckets.get(le) ?? 0) + Number(count));
  }
  const all = buckets.get('+Inf') ?? 0;
  const at = (share: number): string => {
    const [le = '+Inf'] = [...buckets].find(([, count]) => count >= share * all) ?? [];
    return `${Number(le) * 1_000} ms`;
  };
  return `${all} answers waited for effects: p50 ≤ ${at(0.5)}, p99 ≤ ${at(0.99)}`;
}
