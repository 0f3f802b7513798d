/** Keeps a connection to one runner: dials again whenever there is none. */
import { setTimeout as pause } from 'node:timers/promises';
import { DialError, dialRunner, type FromRunner, type RunnerKey } from '@muster/runner-protocol';
import type { Logger } from '@muster/service-kit';
import { openRunnerConnection, type RunnerConnection } from './runner-connection.ts';
import type { RunnerSettings } from '../runner-list.ts';

/** A runner that restarts is back within a second. */
const FIRST_WAIT_MS = 50;
/** Much less than a lease: there is time to adopt the runs of a connection that broke. */
const LONGEST_WAIT_MS = 2_000;

export interface LinkOptions {
  readonly settings: RunnerSettings;
  readonly key: RunnerKey;
  /** Names this process in the log of the runner. */
  readonly scheduler: string;
  readonly log: Logger;
  readonly onConnected: (isConnected: boolean) => void;
  /** The runner has said what it must not say; the connection is closed. */
  readonly onFault: () => void;
}

export interface RunnerLink {
  /** Nothing while there is none. */
  connection(): RunnerConnection | undefined;
  close(): Promise<void>;
}

export function openRunnerLink(options: LinkOptions): RunnerLink {
  const closing = new AbortController();
  let current: RunnerConnection | undefined;
  const dialing = keepDialing(options, closing.signal, (connection) => {
    current = connection;
    options.onConnected(connection !== undefined);
  });
  return {
    connection: () => current,
    async close() {
      closing.abort();
      await dialing;
    },
  };
}

async function keepDialing(
  options: LinkOptions,
  closing: AbortSignal,
  onChange: (connection: RunnerConnection | undefined) => void,
): Promise<void> {
  const { settings, log } = options;
  let waitMs = FIRST_WAIT_MS;
  let logged: string | undefined;
  while (!closing.aborted) {
    try {
      await connectOnce(options, closing, (connection) => {
        if (connection) [waitMs, logged] = [FIRST_WAIT_MS, undefined];
        onChange(connection);
      });
    } catch (error) {
      if (!(error instanceof DialError)) throw error;
      // Once for each reason: a runner may be away for days.
      if (error.code !== logged && !closing.aborted) {
        log.warn({ err: error, runner: settings.name }, 'runner not reached');
      }
      logged = error.code;
    }
    await pause(waitMs, undefined, { signal: closing }).catch(() => undefined);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** Resolves when the connection is over; rejects with a DialError where there was none. */
async function connectOnce(
  { settings, key, scheduler, log, onFault }: LinkOptions,
  closing: AbortSignal,
  onChange: (connection: RunnerConnection | undefined) => void,
): Promise<void> {
  const { name: runner, address } = settings;
  // Nothing was asked of it before it is connected: what it says until then is dropped.
  let receive = (_: FromRunner): void => undefined;
  const dialed = await dialRunner({
    ...address,
    key,
    scheduler,
    signal: closing,
    onMessage: (message) => receive(message),
  });
  const connection = openRunnerConnection(dialed, (fault) => {
    log.error({ runner, fault }, 'runner said what it must not say');
    onFault();
  });
  receive = connection.receive;
  const { instance, isolation } = dialed.welcome;
  log.info({ runner, instance, isolation }, 'runner connected');
  onChange(connection);
  const close = (): void => dialed.close();
  closing.addEventListener('abort', close, { once: true });
  if (closing.aborted) close();
  const { reason, detail } = await dialed.closed;
  closing.removeEventListener('abort', close);
  onChange(undefined);
  connection.end();
  log.info({ runner, reason, detail }, 'runner disconnected');
}
