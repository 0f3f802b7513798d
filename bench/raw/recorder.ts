/** Records what this process sends to Postgres. */
import pg from 'pg';

export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
  /** That it returned or changed; undefined before its result has come. */
  rowCount: number | undefined;
}

export interface Recorder {
  /** What was sent while the work went on: of each connection, in order. */
  during(work: () => Promise<unknown>): Promise<Sent[][]>;
  close(): void;
}

/** Every connection of the process is recorded, also those that are opened later. */
export function openRecorder(): Recorder {
  const client = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  let connections: Map<unknown, Sent[]> | undefined;
  client.query = function recorded(...args) {
    const result = query.apply(this, args);
    if (connections !== undefined) {
      const sent = sentBy(args, result);
      connections.set(this, [...(connections.get(this) ?? []), sent]);
    }
    return result;
  };
  return {
    async during(work) {
      const all = new Map<unknown, Sent[]>();
      connections = all;
      try {
        await work();
      } finally {
        connections = undefined;
      }
      return [...all.values()];
    },
    close: () => {
      client.query = query;
    },
  };
}

function sentBy([first, second]: readonly unknown[], result: unknown): Sent {
  const query = typeof first === 'string' ? { text: first, values: second } : (first as Query);
  const sent: Sent = { text: query.text, values: asList(query.values), rowCount: undefined };
  Promise.resolve(result).then(
    (answered) => {
      sent.rowCount = (answered as { rowCount?: number | null } | undefined)?.rowCount ?? undefined;
    },
    // Who sent it hears of the failure.
    () => undefined,
  );
  return sent;
}

interface Query {
  readonly text: string;
  readonly values?: unknown;
}

const asList = (values: unknown): readonly unknown[] => (Array.isArray(values) ? values : []);
