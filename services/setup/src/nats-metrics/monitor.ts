/** What the monitoring port of a NATS server says, reduced to what is measured. */
import { z } from 'zod';

/** Shorter than a scrape may take. */
const ANSWER_WITHIN_MS = 3_000;

const Varz = z.object({
  connections: z.number(),
  routes: z.number(),
  mem: z.number(),
  /** Percent of one core. */
  cpu: z.number(),
  in_msgs: z.number(),
  out_msgs: z.number(),
  in_bytes: z.number(),
  out_bytes: z.number(),
  slow_consumers: z.number(),
  stale_connections: z.number().default(0),
  config_load_time: z.iso.datetime({ offset: true }),
});

export type Monitored = z.output<typeof Varz>;

/** Throws if the server does not answer in time, or with something else. */
export async function readMonitor(url: string): Promise<Monitored> {
  const reply = await fetch(new URL('/varz', url), {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!reply.ok) throw new Error(`/varz is answered with ${reply.status}`);
  return Varz.parse(await reply.json());
}
