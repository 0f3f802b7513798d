/** The scheduler's end of a channel. */
import { connect, type TLSSocket } from 'node:tls';
import { channelOptions, HANDSHAKE_MS, tune } from './channel.ts';
import { openFrames, type Closed, type Frames } from './frames.ts';
import type { RunnerKey } from './key.ts';
import { FromRunner, PROTOCOL, type ToRunner } from './messages.ts';

export type Welcome = Extract<FromRunner, { kind: 'welcome' }>;

/**
 * Why there is no connection. `unreachable`: nothing answers at the address, or it does not believe
 * the key. `timed_out`: the handshake took too long. `not_a_runner`: what answers has the key, but
 * says no `welcome`. `protocol_differs`: it is of a release that this one cannot talk to.
 */
export type DialFault = 'unreachable' | 'timed_out' | 'not_a_runner' | 'protocol_differs';

export class DialError extends Error {
  override readonly name = 'DialError';
  readonly code: DialFault;

  constructor(code: DialFault, message: string) {
    super(message);
    this.code = code;
  }
}

export interface DialOptions {
  readonly host: string;
  readonly port: number;
  readonly key: RunnerKey;
  /** Names this process in the runner's log. */
  readonly scheduler: string;
  /** Gets every message after the `welcome`, in order. */
  readonly onMessage: (message: FromRunner) => void;
  /** Gives the attempt up. */
  readonly signal?: AbortSignal;
}

export interface DialedRunner extends Frames<ToRunner> {
  readonly welcome: Welcome;
}

/** Resolves when the runner has welcomed this scheduler; rejects with a DialError. */
export async function dialRunner(options: DialOptions): Promise<DialedRunner> {
  const { scheduler, onMessage } = options;
  const socket = open(options);
  const { promise: welcomed, resolve, reject } = Promise.withResolvers<Welcome>();
  const giveUp = (code: DialFault, message: string): void => {
    reject(new DialError(code, message));
    socket.destroy();
  };
  const timer = setTimeout(() => giveUp('timed_out', 'the runner did not answer'), HANDSHAKE_MS);
  const abort = (): void => giveUp('timed_out', 'the attempt was given up');
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted) abort();
  let isWelcome = false;
  const frames = openFrames<ToRunner, FromRunner>(socket, {
    receives: FromRunner,
    onMessage(message) {
      if (isWelcome) return onMessage(message);
      if (message.kind !== 'welcome') return giveUp('not_a_runner', 'it did not say welcome');
      if (message.protocol !== PROTOCOL) {
        return giveUp('protocol_differs', `it speaks protocol ${message.protocol}`);
      }
      isWelcome = true;
      resolve(message);
    },
  });
  void frames.closed.then((closed) => reject(new DialError(faultOf(closed), closed.detail)));
  socket.once('secureConnect', () => {
    void frames.send({ kind: 'hello', protocol: PROTOCOL, scheduler });
  });
  try {
    return { ...frames, welcome: await welcomed };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
  }
}

const faultOf = ({ reason }: Closed): DialFault =>
  reason === 'malformed' ? 'not_a_runner' : 'unreachable';

function open({ host, port, key }: DialOptions): TLSSocket {
  const socket = connect({
    ...channelOptions,
    host,
    port,
    pskCallback: () => ({ identity: key.id, psk: key.bytes }),
    // There is no certificate to check: the key is the proof.
    checkServerIdentity: () => undefined,
  });
  tune(socket);
  return socket;
}
