/** The runner's end of its channels. */
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { channelOptions, HANDSHAKE_MS, tune } from './channel.ts';
import { openFrames, type Closed, type Frames } from './frames.ts';
import type { RunnerKey } from './key.ts';
import { PROTOCOL, ToRunner, type FromRunner } from './messages.ts';

/** Processes of a scheduler, those of two releases during an upgrade, and attempts. */
const CONNECTIONS_MAX = 256;

/** A scheduler that has said hello and was welcomed. */
export interface SchedulerConnection extends Frames<FromRunner> {
  /** What it calls itself, for logs. */
  readonly scheduler: string;
}

export type AfterHello = Exclude<ToRunner, { kind: 'hello' }>;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The current key and, while one takes the other's place, the previous one. */
  readonly keys: readonly RunnerKey[];
  readonly welcome: Omit<Extract<FromRunner, { kind: 'welcome' }>, 'kind' | 'protocol'>;
  /** Returns what gets every further message of this scheduler, in order. */
  readonly onScheduler: (connection: SchedulerConnection) => (message: AfterHello) => void;
  /** A connection that ended before its hello, or a handshake that failed. */
  readonly onRefused?: (why: Closed) => void;
}

export interface Listening {
  readonly port: number;
  /** Takes no further connection. Those that are open stay. */
  close(): void;
}

/** Resolves when the port is open; rejects with the error of the network. */
export async function listenForSchedulers(options: ListenOptions): Promise<Listening> {
  const { keys, host, onRefused } = options;
  const server = createServer({
    ...channelOptions,
    handshakeTimeout: HANDSHAKE_MS,
    pskCallback: (_socket, identity) => keys.find(({ id }) => id === identity)?.bytes ?? null,
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('tlsClientError', ({ message }, socket) => {
    onRefused?.({ reason: 'failed', detail: message });
    socket.destroy();
  });
  server.on('secureConnection', (socket) => welcomeScheduler(socket, options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, host, resolve);
  });
  return { port: portOf(server), close: () => void server.close() };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function welcomeScheduler(socket: TLSSocket, options: ListenOptions): void {
  tune(socket);
  let receive: ((message: AfterHello) => void) | undefined;
  const timer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
  const frames = openFrames<FromRunner, ToRunner>(socket, {
    receives: ToRunner,
    onMessage(message) {
      if (receive && message.kind !== 'hello') return receive(message);
      if (receive || message.kind !== 'hello') return void socket.destroy();
      clearTimeout(timer);
      void frames.send({ kind: 'welcome', protocol: PROTOCOL, ...options.welcome });
      // A scheduler of another protocol reads the welcome, and hangs up.
      receive = options.onScheduler({ ...frames, scheduler: message.scheduler });
    },
  });
  void frames.closed.then((closed) => {
    clearTimeout(timer);
    if (!receive) options.onRefused?.(closed);
  });
}
