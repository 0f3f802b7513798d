/**
 * Requests that come at a rate, whether or not there is an answer to the ones before: what a crowd
 * does that does not know of itself. Over connections that stay open, as few as are needed.
 */
import { openConnection, requestText } from '../../bench/http-client.ts';
import type { Connection, RequestText } from '../../bench/http-client.ts';

/** The crowd arrives in so short steps. */
const TICK_MS = 10;
/** Who finds no connection within this many stays outside; it counts as sent and not answered. */
const CONNECTIONS_MAX = 1_500;
const OK_FIRST = 200;
const OK_AFTER = 300;

export type Tally = {
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
  const send = async (tally: Counting): Promise<void> => {
    tally.sent += 1;
    const from = performance.now();
    try {
      const connection = idle.pop() ?? await connect(open, baseUrl);
      if (!connection) return count(tally.others, 'no connection');
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
      const { promise: over, resolve } = Promise.withResolvers<void>();
      const under = new Set<Promise<void>>();
      const timer = setInterval(() => {
        const passed = performance.now() - from;
        const due = Math.min(passed / 1_000, seconds) * perSecond;
        while (tally.sent < due) {
          const work = send(tally).finally(() => under.delete(work));
          under.add(work);
        }
        if (passed < seconds * 1_000) return;
        clearInterval(timer);
        resolve();
      }, TICK_MS);
      await over;
      const taken = (performance.now() - from) / 1_000;
      await Promise.all(under);
      return { ...tally, seconds: taken };
    },
    async draw(lanes, seconds) {
      const tally = newCounting();
      const from = performance.now();
      const lane = async (): Promise<void> => {
        while (performance.now() - from < seconds * 1_000) await send(tally);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      return { ...tally, seconds: (performance.now() - from) / 1_000 };
    },
    close: () => open.forEach((connection) => connection.close()),
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

async function connect(open: Set<Connection>, baseUrl: string): Promise<Connection | undefined> {
  if (open.size >= CONNECTIONS_MAX) return undefined;
  const connection = await openConnection(baseUrl);
  open.add(connection);
  return connection;
}
