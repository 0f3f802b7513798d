import type { Guard } from './guard.ts';

/** A running server: given, or a local process. */
export interface Server {
  readonly url: string;
  /** Undefined unless the server is a local process. */
  readonly pid: number | undefined;
  /** Stops it until `restart`. */
  stop(): Promise<void>;
  /** Sends a signal. A server that dies is restarted automatically. */
  kill(signal: NodeJS.Signals): void;
  /** Keeps its URL and its data. */
  restart(): Promise<void>;
}

export interface LocalOptions {
  /** Of this server alone: its data, secret, port and log. */
  folder: string;
  durable: boolean;
  /** For Postgres: parameters of `postgresql.conf` that replace those for this machine. */
  parameters?: Readonly<Record<string, string>> | undefined;
  /** For NATS: further users and their permissions. */
  users?: string | undefined;
  guard: Guard;
  log: (line: string) => void;
}

/** A given server is used, and not controlled. */
export function givenServer(url: string): Server {
  const refuse = () => {
    throw new Error(
      `The server at ${new URL(url).host} was given and is not controlled by Muster.`,
    );
  };
  return {
    url,
    pid: undefined,
    stop: () => Promise.resolve(),
    kill: refuse,
    restart: async () => refuse(),
  };
}
