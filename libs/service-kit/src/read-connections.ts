/**
 * Reads share a few connections in pipeline mode: statements that are asked for in one turn of the
 * event loop leave in one write, and none waits for another's round trip. A system call costs more
 * than a short read, so this is most of what a read costs. A statement that is slow holds up those
 * behind it on its connection only, and no longer than the statement timeout.
 *
 * Whose rows a read may see is a setting of the connection, sent before it where the last read had
 * another one; a connection works off what it is sent in order.
 */
import type { Scope } from '@muster/contracts';
import pg from 'pg';
import type { Log } from './log.ts';
import { corkForThisTurn } from './one-write.ts';
import { dbOn, type Db, type Statement } from './sql.ts';
import { COMPANIES_SETTING, companiesLiteral } from './wall-scope.ts';

export interface ReadConnections {
  /** Reads that see the rows of these companies. */
  within(scope: Scope): Db;
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
  open: Promise<Connection> | undefined;
  /** The companies that its last read was for. */
  companies: string;
}

interface Connection {
  readonly client: pg.Client;
  companies: string;
  /** Settles with the last change of the setting: what was asked behind it is good only then. */
  entered: Promise<unknown>;
}

export function openReadConnections({ config, connections, log }: ReadOptions): ReadConnections {
  const lanes: Lane[] = Array.from({ length: connections }, () => ({
    waiting: 0, open: undefined, companies: '',
  }));
  const connectionOf = (lane: Lane): Promise<Connection> => {
    if (lane.open) return lane.open;
    // A connection that breaks says so more than once, the last time when another is in its place.
    const opened: Promise<Connection> = connect(config, log, () => {
      if (lane.open === opened) lane.open = undefined;
    });
    lane.open = opened;
    return opened;
  };
  const read = async <Row>(companies: string, statement: Statement): Promise<Row[]> => {
    const lane = chooseLane(lanes, companies);
    lane.waiting += 1;
    lane.companies = companies;
    try {
      const connection = await connectionOf(lane);
      corkForThisTurn(connection.client);
      const entered = enter(connection, companies);
      const [rows] = await Promise.all([dbOn(connection.client).run<Row>(statement), entered]);
      return rows;
    } finally {
      lane.waiting -= 1;
    }
  };
  return {
    within(scope) {
      const companies = companiesLiteral(scope);
      return { run: (statement) => read(companies, statement) };
    },
    async end() {
      const open = lanes.flatMap((lane) => (lane.open ? [lane.open] : []));
      await Promise.allSettled(open.map(async (connection) => (await connection).client.end()));
    },
  };
}

/** The least busy; of several, one that is at these companies already. */
const chooseLane = (lanes: readonly Lane[], companies: string): Lane =>
  lanes.reduce((best, next) =>
    next.waiting < best.waiting ||
    (next.waiting === best.waiting && next.companies === companies && best.companies !== companies)
      ? next
      : best);

/**
 * A setting that could not be changed would answer with another caller's rows: whoever asked behind
 * it is refused its answer, and the connection is given up.
 */
function enter(connection: Connection, companies: string): Promise<unknown> {
  if (connection.companies === companies) return connection.entered;
  connection.companies = companies;
  connection.entered = connection.client.query(`set ${COMPANIES_SETTING} = ${companies}`);
  connection.entered.catch(() => void connection.client.end());
  return connection.entered;
}

async function connect(
  config: pg.ClientConfig,
  log: Log,
  gone: () => void,
): Promise<Connection> {
  const client = new pg.Client(config);
  client.on('error', (error) => {
    log.warn({ err: error }, 'a connection for reads broke');
    gone();
  });
  client.on('end', gone);
  try {
    await client.connect();
    return { client, companies: '', entered: Promise.resolve() };
  } catch (error) {
    gone();
    throw error;
  }
}
