/** How a stack stands after what was done to it. */
import type { Sql } from '../harness/sql.ts';
import type { World } from '../harness/stack.ts';

const LAG = /^muster_nodejs_eventloop_lag_(p50|p99)_seconds\{[^}]*\} (\S+)$/gm;
/** The meter measures the time between two looks, which are this far apart. */
const LOOK_EVERY_SECONDS = 1;

export type Lag = { readonly service: string; readonly p50Ms: number; readonly p99Ms: number };

/** How late the event loop of each service was since it was last asked. */
export const readLags = ({ stack }: World): Promise<Lag[]> =>
  Promise.all(stack.opsUrls.map(async ({ service, url }) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const found = new Map([...text.matchAll(LAG)].map(([, which, seconds]) =>
      [which, Math.max(0, Number(seconds) - LOOK_EVERY_SECONDS) * 1_000] as const));
    return { service, p50Ms: found.get('p50') ?? 0, p99Ms: found.get('p99') ?? 0 };
  }));

/** Services that are not ready, by what they say of it. */
export async function readComplaints({ stack }: World): Promise<string[]> {
  const said = await Promise.all(stack.opsUrls.map(async ({ service, url }) => {
    const reply = await fetch(`${url}/readyz`);
    return reply.ok ? [] : [`${service}: ${await reply.text()}`];
  }));
  return said.flat();
}

/** Effects of events that failed, of all services: an input may poison what comes after it. */
export async function readFailedEffects(sql: Sql, world: World): Promise<string[]> {
  const names = [...new Set(world.stack.opsUrls.map(({ service }) => service))];
  const failed = await Promise.all(names.map((name) => sql.rows(`
    select '${name}' as service, producer, company_id, last_error as why
    from ${name}.cursors where attempts > 0
    union all
    select '${name}', producer, company_id, error from ${name}.dead_letters`)));
  return failed.flat().map((row) => JSON.stringify(row));
}
