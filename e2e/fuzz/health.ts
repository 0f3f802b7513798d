/** The health of a stack under a load, and after it. */
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '@muster/local/stack';
import type { Sql } from '../world/sql.ts';
import type { World } from '../world/use-world.ts';

const LAG = /^muster_nodejs_eventloop_lag_(p50|p99)_seconds\{[^}]*\} (\S+)$/gm;
/** The metric includes the interval between two measurements. */
const SAMPLE_EVERY_SECONDS = 1;

export interface Lag {
  readonly service: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The event loop lag of each service since the last scrape. */
export const readLags = ({ stack }: World): Promise<Lag[]> =>
  Promise.all(
    stack.opsUrls.map(async ({ service, url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const found = new Map(
        [...text.matchAll(LAG)].map(
          ([, which, seconds]) =>
            [which, Math.max(0, Number(seconds) - SAMPLE_EVERY_SECONDS) * 1_000] as const,
        ),
      );
      return { service, p50Ms: found.get('p50') ?? 0, p99Ms: found.get('p99') ?? 0 };
    }),
  );

/** The reports of services that are not ready. */
export async function readUnready({ stack }: World): Promise<string[]> {
  const reports = await Promise.all(
    stack.opsUrls.map(async ({ service, url }) => {
      const reply = await fetch(`${url}/readyz`);
      return reply.ok ? [] : [`${service}: ${await reply.text()}`];
    }),
  );
  return reports.flat();
}

const PROBE_EVERY_MS = 500;

/** Asks as probes do: a cluster would take such a process out, and all of a service at once. */
export async function unreadyDuring(world: World, load: Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  let over = false;
  const ended = load.finally(() => (over = true));
  while (!over) {
    found.push(...(await readUnready(world)));
    await Promise.race([ended, pause(PROBE_EVERY_MS)]);
  }
  return found;
}

/** Failing reactions and dead letters of all services: an input may break the reactions to its event. */
export async function readFailedReactions(sql: Sql): Promise<string[]> {
  const failed = await Promise.all(
    SERVICES.map((name) =>
      sql.rows(`
    select '${name}' as service, producer, company_id, error as why from ${name}.failures
    union all
    select '${name}', producer, company_id, error from ${name}.dead_letters`),
    ),
  );
  return failed.flat().map((row) => JSON.stringify(row));
}
