/**
 * Reads share a few connections in pipeline mode: statements that are asked for in one turn of the
 * event loop leave in one write, and none waits for another's round trip. A system call costs more
 * than a short read, so this is most of what a read costs. A statement that is slow holds up those
 * behind it on its connection only, and no longer than the statement timeout.
 */
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Log } from './log.ts';
import { dbOn, type Db, type Statement } from './sql.ts';

export interface ReadConnections {
  readonly db: Db;
  end(): Promise<void>;
}

export interface ReadOptions {
  readonly config: pg.ClientConfig;
  readonly connections: number;
  readonly log: Log;
}

interface Lane {
  /** Statements whose answer is awaited. */
  waiting: number;
  open: Promise<pg.Client> | undefined;
}

export function openReadConnections({ config, connections, log }: ReadOptions): ReadConnections {
  const lanes: Lane[] = Array.from({ length: connections }, () => ({
    waiting: 0, open: undefined,
  }));
  const clientOf = (lane: Lane): Promise<pg.Client> => {
    lane.open ??= connect(config, log, () => {
      lane.open = undefined;
    });
    return lane.open;
  };
  return {
    db: {
      async run<Row>(statement: Statement): Promise<Row[]> {
        const lane = lanes.reduce((least, next) => (next.waiting < least.waiting ? next : least));
        lane.waiting += 1;
        try {
          const client = await clientOf(lane);
          corkForThisTurn(client);
          return await dbOn(client).run<Row>(statement);
        } finally {
          lane.waiting -= 1;
        }
      },
    },
    async end() {
      const open = lanes.flatMap((lane) => (lane.open ? [lane.open] : []));
      await Promise.allSettled(open.map(async (client) => (await client).end()));
    },
  };
}

async function connect(config: pg.ClientConfig, log: Log, gone: () => void): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', (error) => {
    log.warn({ err: error }, 'a connection for reads broke');
    gone();
  });
  client.on('end', gone);
  try {
    await client.connect();
    return client;
  } catch (error) {
    gone();
    throw error;
  }
}

const corked = new WeakSet<Writable>();

function corkForThisTurn(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
