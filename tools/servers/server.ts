import type { Guard } from './guard.ts';

/** A running server, whoever runs it. */
export type Server = {
  readonly url: string;
  /** Absent when the server is not a process of ours. */
  readonly pid: number | undefined;
  /** Ends it and leaves it ended until `restart`. */
  stop(): Promise<void>;
  /** Sends a signal to it. A server that falls comes back by itself. */
  kill(signal: NodeJS.Signals): void;
  /** The same address and the same data. */
  restart(): Promise<void>;
  /** Ended, emptied and started again: the same address, and nothing left of the data. */
  wipe?(): Promise<void>;
};

export type LocalOptions = {
  /** Belongs to this one server: its data, its secret, its port, its log. */
  folder: string;
  durable: boolean;
  /** For NATS: who else may come in, and for what, beside the one that its address names. */
  users?: string | undefined;
  guard: Guard;
  log: (line: string) => void;
};

/** A server that was given by its address is used and otherwise left alone. */
export function givenServer(url: string): Server {
  const refuse = () => {
    throw new Error(`The server at ${new URL(url).host} was given; it is not ours to control.`);
  };
  return {
    url,
    pid: undefined,
    stop: () => Promise.resolve(),
    kill: refuse,
    restart: async () => refuse(),
  };
}
