/**
 * Requests that come at a rate, whether or not there is an answer to the ones before: what a crowd
 * does that does not know of itself. Over connections that stay open, as few as are needed.
 */
import { availableParallelism } from 'node:os';
import { openConnection, requestText } from '../../bench/http-client.ts';
import type { Connection, RequestText } from '../../bench/http-client.ts';

/** The crowd arrives in so short steps. */
const TICK_MS = 10;
/** Who finds no connection within this many waits outside until one is free. */
const CONNECTIONS_MAX = 1_500;
const OK_FIRST = 200;
const OK_AFTER = 300;

export type Tally = {
  /**
   * How long it took, less the time in which the crowd itself had the processors: it stands in for
   * callers who bring machines of their own.
   */
  readonly seconds: number;
  readonly sent: number;
  readonly served: number;
  readonly latenciesMs: readonly number[];
  /** Every other answer, by its status and code, and whether it says when to come back. */
  readonly others: ReadonlyMap<string, number>;
};

export type Flood = {
  /** So many a second for so long; then waits for the last answer. */
  pour(perSecond: number, seconds: number): Promise<Tally>;
  /** One after another in each of some lanes: as much as is served when nobody is refused. */
  draw(lanes: number, seconds: number): Promise<Tally>;
  close(): void;
};

export function openFlood(baseUrl: string, next: () => RequestText): Flood {
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  let opening = 0;
  const connect = async (): Promise<Connection> => {
    opening += 1;
    const connection = await openConnection(baseUrl).finally(() => (opening -= 1));
    open.add(connection);
    return connection;
  };
  const hasRoom = (): boolean => idle.length > 0 || open.size + opening < CONNECTIONS_MAX;
  const send = async (tally: Counting): Promise<void> => {
    tally.sent += 1;
    const from = performance.now();
    try {
      const connection = idle.pop() ?? await connect();
      const { status, head, body } = await connection.ask(requestText(next()));
      idle.push(connection);
      if (status >= OK_FIRST && status < OK_AFTER) {
        tally.served += 1;
        tally.latenciesMs.push(performance.now() - from);
      } else count(tally.others, nameOf(status, head, body));
    } catch (error) {
      count(tally.others, `dropped: ${String(error)}`);
    }
  };
  return {
    async pour(perSecond, seconds) {
      const tally = newCounting();
      const from = performance.now();
      const secondsLeft = startClock();
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const under = new Set<Promise<void>>();
      const timer = setInterval(() => {
        const passed = performance.now() - from;
        const due = Math.min(passed / 1_000, seconds) * perSecond;
        while (tally.sent < due && hasRoom()) {
          const work = send(tally).finally(() => under.delete(work));
          under.add(work);
        }
        if (passed < seconds * 1_000) return;
        clearInterval(timer);
        resolve();
      }, TICK_MS);
      await over;
      const taken = secondsLeft();
      await Promise.all(under);
      return { ...tally, seconds: taken };
    },
    async draw(lanes, seconds) {
      const tally = newCounting();
      const from = performance.now();
      const secondsLeft = startClock();
      const lane = async (): Promise<void> => {
        while (performance.now() - from < seconds * 1_000) await send(tally);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return { ...tally, seconds: secondsLeft() };
    },
    close: () => open.forEach((connection) => connection.close()),
  };
}

/** Seconds from now on that this process left to others. */
function startClock(): () => number {
  const from = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return (performance.now() - from) / 1_000 - (user + system) / 1e6 / availableParallelism();
  };
}

type Counting = {
  sent: number;
  served: number;
  latenciesMs: number[];
  others: Map<string, number>;
};
const newCounting = (): Counting => ({ sent: 0, served: 0, latenciesMs: [], others: new Map() });

const count = (of: Map<string, number>, name: string): void =>
  void of.set(name, (of.get(name) ?? 0) + 1);

function nameOf(status: number, head: string, body: string): string {
  const { code } = JSON.parse(body) as { code: string };
  const isTold = /^retry-after: *\d+/im.test(head);
  return `${status} ${code}${isTold ? ', Retry-After' : ''}`;
}
