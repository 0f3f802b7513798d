/**
 * The output of a group on its way to the runner. It is read one chunk at a time, as fast as chunks
 * can be passed on, and not at all while the tap is closed: then the program waits in its next write.
 */
import type { Readable } from 'node:stream';
import type { OutputStream } from '@muster/runner-protocol';

/** How long output is read after the program has ended while another process holds its pipes. */
const LAST_OUTPUT_MS = 1_000;
/** Interval at which that time is counted: the time of a closed tap is not part of it. */
const STEP_MS = 250;

export interface Tap {
  /** Resolves when the next bytes can be passed on. */
  pass(stream: OutputStream, bytes: Buffer): Promise<void>;
  pause(): void;
  resume(): void;
  isPaused(): boolean;
}

export function openTap(send: (stream: OutputStream, bytes: Buffer) => Promise<unknown>): Tap {
  let paused: PromiseWithResolvers<void> | undefined;
  return {
    async pass(stream, bytes) {
      await send(stream, bytes);
      await paused?.promise;
    },
    pause() {
      paused ??= Promise.withResolvers();
    },
    resume() {
      paused?.resolve();
      paused = undefined;
    },
    isPaused: () => paused !== undefined,
  };
}

export interface Forwarding {
  /**
   * Resolves when everything was passed on. A process that has left the group may keep the pipes
   * open; it is not waited for.
   */
  finish(): Promise<void>;
  /** Reads no more. */
  abandon(): void;
}

export function forwardOutput(
  streams: Readonly<Record<OutputStream, Readable>>,
  tap: Tap,
): Forwarding {
  const { stdout, stderr } = streams;
  const all = Promise.all([forward('stdout', stdout, tap), forward('stderr', stderr, tap)]);
  const abandon = (): void => {
    stdout.destroy();
    stderr.destroy();
  };
  return {
    async finish() {
      let readMs = 0;
      const giveUp = setInterval(() => {
        if (!tap.isPaused()) readMs += STEP_MS;
        if (readMs >= LAST_OUTPUT_MS) abandon();
      }, STEP_MS);
      await all;
      clearInterval(giveUp);
    },
    abandon,
  };
}

const forward = (name: OutputStream, stream: Readable, tap: Tap): Promise<void> =>
  new Promise((resolve) => {
    stream.on('data', (bytes: Buffer) => {
      stream.pause();
      void tap.pass(name, bytes).then(() => stream.resume());
    });
    stream.once('close', resolve);
    stream.once('error', () => resolve());
  });
