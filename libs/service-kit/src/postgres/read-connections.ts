/**
 * Reads share a few connections in pipeline mode: statements that are sent in one tick leave in one
 * write, and none waits for another's round trip. A system call costs more than a short read, so
 * this is most of what a read costs. A slow statement delays only those after it on its connection,
 * for the statement timeout at most.
 *
 * At rest there is one connection; further ones are opened while reads wait for it.
 *
 * The tenant scope is a setting of the connection, sent before a read whose scope differs from the
 * last one's; a connection executes statements in the order in which they are sent.
 *
 * A company has a share of them, see `read-shares.ts`.
 */
import type { Scope } from '@muster/contracts';
import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import { corkUntilNextTick } from './cork-until-next-tick.ts';
import { dbOn, type Db, type Statement } from './sql.ts';
import type { SharedConnections } from './pool.ts';
import { openReadShares, type ReadShares } from './read-shares.ts';
import { COMPANIES_SETTING, companiesLiteral } from './tenant-scope.ts';

/** Reads that wait on the open connections before another one is opened, which takes longer than they do. */
const WAITING_BEFORE_OPENING = 4;
/** A connection from which nothing has come for so long executes a slow read: others do not wait behind it. */
const SLOW_MS = 50;
/** A connection takes Postgres more than two megabytes, so one that is not used is ended: all but the first. */
const UNUSED_MAX_MS = 10_000;

export interface ReadConnections extends SharedConnections {
  /** Reads that see the rows of these companies. */
  inScope(scope: Scope): Db;
  /** Later reads fail: those of what is still in progress, such as a sweep, would leave a connection open. */
  end(): Promise<void>;
}

export interface ReadOptions {
  readonly config: pg.ClientConfig;
  readonly connections: number;
  readonly log: Logger;
  readonly unusedMaxMs?: number;
}

/** A place for one connection, which is opened for the first read and after it broke. */
interface Slot {
  /** Statements whose results are awaited. */
  pending: number;
  open: Promise<Connection> | undefined;
  /** The companies of its last read. */
  companies: string;
  usedAt: number;
  /** Of its last result, or of the first statement after a rest. */
  progressAt: number;
}

interface Connection {
  readonly client: pg.Client;
  companies: string;
  /** Settles with the last change of the setting: later results are valid only if it succeeded. */
  scoped: Promise<unknown>;
}

const unopened = (): Slot => ({
  pending: 0,
  open: undefined,
  companies: '',
  usedAt: 0,
  progressAt: 0,
});

export function openReadConnections(options: ReadOptions): ReadConnections {
  const { config, connections, log, unusedMaxMs = UNUSED_MAX_MS } = options;
  const slots = Array.from({ length: connections }, unopened);
  let isEnded = false;
  let report: (error: unknown) => void = () => undefined;
  const connectionOf = (slot: Slot): Promise<Connection> => {
    if (isEnded) throw new Error('the read connections have ended');
    if (slot.open) return slot.open;
    // A broken connection reports it more than once, the last time after it has been replaced.
    const opened: Promise<Connection> = connect(config, log, () => {
      if (slot.open === opened) slot.open = undefined;
    });
    slot.open = opened;
    if (slot !== slots[0]) endWhenUnused(slot, opened, unusedMaxMs);
    return opened;
  };
  const shares = openReadShares(connections);
  const read = async <Row>(companies: string, statement: Statement): Promise<Row[]> => {
    const entered = shares.enter(companies);
    if (entered) await entered;
    const slot = takeSlot(slots, shares, companies);
    try {
      return await readOn<Row>(await connectionOf(slot), companies, statement);
    } catch (error) {
      report(error);
      throw error;
    } finally {
      slot.pending -= 1;
      slot.progressAt = performance.now();
      shares.leave(companies);
    }
  };
  return {
    inScope(scope) {
      const companies = companiesLiteral(scope);
      return { run: (statement) => read(companies, statement) };
    },
    onFailed(listener) {
      report = listener;
    },
    renew() {
      for (const slot of slots) endOpen(slot);
    },
    async end() {
      isEnded = true;
      await Promise.allSettled(slots.map(async ({ open }) => (await open)?.client.end()));
    },
  };
}

async function readOn<Row>(
  connection: Connection,
  companies: string,
  statement: Statement,
): Promise<Row[]> {
  corkUntilNextTick(connection.client);
  const scoped = setScope(connection, companies);
  const [rows] = await Promise.all([dbOn(connection.client).run<Row>(statement), scoped]);
  return rows;
}

function takeSlot(slots: readonly Slot[], shares: ReadShares, companies: string): Slot {
  const now = performance.now();
  const slot = chooseSlot(slots.slice(0, shares.slotsOf(companies, now)), companies, now);
  if (slot.pending === 0) slot.progressAt = now;
  slot.pending += 1;
  slot.companies = companies;
  slot.usedAt = now;
  return slot;
}

/** The least busy; among equals, one that has this scope already. */
const chooseSlot = (slots: readonly Slot[], companies: string, now: number): Slot =>
  slots.reduce((best, next) => {
    const lead = busynessOf(best, now) - busynessOf(next, now);
    const hasScope = next.companies === companies && best.companies !== companies;
    return lead > 0 || (lead === 0 && hasScope) ? next : best;
  });

function busynessOf({ pending, open, progressAt }: Slot, now: number): number {
  const isSlow = pending > 0 && now - progressAt > SLOW_MS;
  return open && !isSlow ? pending : pending + WAITING_BEFORE_OPENING;
}

/** Looks again and again until the connection has not been used for so long, or is another one. */
function endWhenUnused(slot: Slot, opened: Promise<Connection>, unusedMaxMs: number): void {
  const look = (): void => {
    if (slot.open !== opened) return;
    const isUnused = slot.pending === 0 && performance.now() - slot.usedAt >= unusedMaxMs;
    if (!isUnused) return endWhenUnused(slot, opened, unusedMaxMs);
    endOpen(slot);
  };
  setTimeout(look, unusedMaxMs).unref();
}

/** Reads on it fail as unavailable; the next one opens another connection. */
function endOpen(slot: Slot): void {
  slot.open?.then(({ client }) => client.end()).catch(() => undefined);
  slot.open = undefined;
}

/**
 * If the setting cannot be changed, later statements would return another caller's rows: their
 * results are rejected with it, and the connection is closed.
 */
function setScope(connection: Connection, companies: string): Promise<unknown> {
  if (connection.companies === companies) return connection.scoped;
  connection.companies = companies;
  connection.scoped = connection.client.query(`set ${COMPANIES_SETTING} = ${companies}`);
  connection.scoped.catch(() => void connection.client.end());
  return connection.scoped;
}

async function connect(
  config: pg.ClientConfig,
  log: Logger,
  onClosed: () => void,
): Promise<Connection> {
  const client = new pg.Client(config);
  client.on('error', (error) => {
    log.warn({ err: error }, 'read connection failed');
    onClosed();
  });
  client.on('end', onClosed);
  try {
    await client.connect();
    return { client, companies: '', scoped: Promise.resolve() };
  } catch (error) {
    onClosed();
    throw error;
  }
}
