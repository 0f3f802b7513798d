/**
 * Load on the gateway over connections that stay open: requests at a fixed rate that do not wait for
 * earlier answers (open loop), or as many as a number of connections gets answered (closed loop).
 */
import { availableParallelism } from 'node:os';
import {
  openConnection,
  requestText,
  type Connection,
  type RequestText,
} from '@muster/test-kit/http-connection';

/** Arrivals are due in steps of this length. */
const TICK_MS = 10;
/** Beyond this many connections, an arrival waits until one is free. */
const CONNECTIONS_MAX = 1_500;
const OK_FIRST = 200;
const OK_AFTER = 300;

export interface LoadResult {
  /**
   * Duration, less the CPU time of this process: the generator stands for clients that bring machines
   * of their own.
   */
  readonly seconds: number;
  readonly sent: number;
  readonly served: number;
  readonly latenciesMs: readonly number[];
  /** Every other answer, by its status and code, and whether it says when to retry. */
  readonly others: ReadonlyMap<string, number>;
}

export interface Load {
  /** Open loop: so many requests per second; then waits for the last answer. */
  offer(perSecond: number, seconds: number): Promise<LoadResult>;
  /** Closed loop: each connection sends its next request when it has the answer to the last one. */
  saturate(connections: number, seconds: number): Promise<LoadResult>;
  close(): void;
}

export function openLoad(baseUrl: string, next: () => RequestText): Load {
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  let opening = 0;
  const connect = async (): Promise<Connection> => {
    opening += 1;
    const connection = await openConnection(baseUrl).finally(() => (opening -= 1));
    open.add(connection);
    return connection;
  };
  const hasConnection = (): boolean => idle.length > 0 || open.size + opening < CONNECTIONS_MAX;
  const send = async (counts: Counts): Promise<void> => {
    counts.sent += 1;
    const from = performance.now();
    try {
      const connection = idle.pop() ?? (await connect());
      const { status, head, body } = await connection.send(requestText(next()));
      idle.push(connection);
      if (status >= OK_FIRST && status < OK_AFTER) {
        counts.served += 1;
        counts.latenciesMs.push(performance.now() - from);
      } else count(counts.others, nameOf(status, head, body));
    } catch (error) {
      count(counts.others, `dropped: ${String(error)}`);
    }
  };
  return {
    async offer(perSecond, seconds) {
      const counts = newCounts();
      const from = performance.now();
      const secondsLeftToOthers = startClock();
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const inFlight = new Set<Promise<void>>();
      const timer = setInterval(() => {
        const passed = performance.now() - from;
        const due = Math.min(passed / 1_000, seconds) * perSecond;
        while (counts.sent < due && hasConnection()) {
          const request = send(counts).finally(() => inFlight.delete(request));
          inFlight.add(request);
        }
        if (passed < seconds * 1_000) return;
        clearInterval(timer);
        resolve();
      }, TICK_MS);
      await over;
      const taken = secondsLeftToOthers();
      await Promise.all(inFlight);
      return { ...counts, seconds: taken };
    },
    async saturate(connections, seconds) {
      const counts = newCounts();
      const from = performance.now();
      const secondsLeftToOthers = startClock();
      const worker = async (): Promise<void> => {
        while (performance.now() - from < seconds * 1_000) await send(counts);
      };
      await Promise.all(Array.from({ length: connections }, worker));
      return { ...counts, seconds: secondsLeftToOthers() };
    },
    close: () => open.forEach((connection) => connection.close()),
  };
}

/** Counts the seconds from now on in which this process left the CPU to others. */
function startClock(): () => number {
  const from = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return (performance.now() - from) / 1_000 - (user + system) / 1e6 / availableParallelism();
  };
}

interface Counts {
  sent: number;
  served: number;
  latenciesMs: number[];
  others: Map<string, number>;
}
const newCounts = (): Counts => ({ sent: 0, served: 0, latenciesMs: [], others: new Map() });

const count = (of: Map<string, number>, name: string): void =>
  void of.set(name, (of.get(name) ?? 0) + 1);

function nameOf(status: number, head: string, body: string): string {
  const { code } = JSON.parse(body) as { code: string };
  const hasRetryAfter = /^retry-after: *\d+/im.test(head);
  return `${status} ${code}${hasRetryAfter ? ', Retry-After' : ''}`;
}
