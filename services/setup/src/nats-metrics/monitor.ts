/** What the monitoring port of a NATS server says, reduced to what is measured. */
import { z } from 'zod';

/** Shorter than a scrape may take. */
const ANSWER_WITHIN_MS = 3_000;

const Varz = z.object({
  server_name: z.string(),
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

/** Without a cluster the server leads what it has. */
const Leadership = z
  .object({
    leader: z.string().default(''),
    replicas: z
      .array(z.object({ current: z.boolean(), offline: z.boolean().default(false) }))
      .default([]),
  })
  .optional();

const Consumer = z.object({
  name: z.string(),
  cluster: Leadership,
  num_pending: z.number(),
  num_ack_pending: z.number(),
});

const Stream = z.object({
  name: z.string(),
  cluster: Leadership,
  state: z.object({ messages: z.number(), bytes: z.number() }),
  consumer_detail: z.array(Consumer).default([]),
});

const Jsz = z.object({
  storage: z.number().default(0),
  config: z.object({ max_storage: z.number() }),
  api: z.object({ errors: z.number() }),
  account_details: z.array(z.object({ stream_detail: z.array(Stream).default([]) })).default([]),
});

type Led = Readonly<{ cluster?: z.output<typeof Leadership> }>;

export interface Monitored {
  readonly server: z.output<typeof Varz>;
  readonly jetstream: Omit<z.output<typeof Jsz>, 'account_details'>;
  /** What this server leads: in a cluster each is reported by one server. */
  readonly streams: readonly z.output<typeof Stream>[];
  readonly consumers: readonly z.output<typeof Consumer>[];
}

/** Throws if the server does not answer in time, or with something else. */
export async function readMonitor(url: string): Promise<Monitored> {
  const read = async (path: string): Promise<unknown> => {
    const reply = await fetch(new URL(path, url), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (!reply.ok) throw new Error(`${path} is answered with ${reply.status}`);
    return reply.json();
  };
  const [varz, jsz] = await Promise.all([read('/varz'), read('/jsz?consumers=true')]);
  const server = Varz.parse(varz);
  const { account_details: accounts, ...jetstream } = Jsz.parse(jsz);
  const isLed = ({ cluster }: Led): boolean =>
    cluster === undefined || cluster.leader === server.server_name;
  const streams = accounts.flatMap((account) => account.stream_detail);
  return {
    server,
    jetstream,
    streams: streams.filter(isLed),
    consumers: streams.flatMap((stream) => stream.consumer_detail).filter(isLed),
  };
}
