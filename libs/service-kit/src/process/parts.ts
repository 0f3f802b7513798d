/** The parts of a running service as a list: started in order, drained from the end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Silence } from '../nats/silence.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Time for the end of a part that may wait for a server that is gone: what it has begun elsewhere can end. */
const ALONE_MAX_MS = 1_000;

export interface Part {
  readonly name: string;
  /** Absent: the part is open already and only needs to be drained. */
  readonly start?: () => Promise<void> | void;
  /** Takes no new work and finishes the work in progress. Called only after a start. */
  readonly drain: () => Promise<void>;
}

export interface Parts {
  /** Ends early, with an error, at the first part that does not start. */
  start(): Promise<void>;
  /**
   * Drains the started parts once, however often it is called; a failure does not stop it, nor does the silence of
   * the server that all of them share.
   */
  drain(): Promise<void>;
  /** Why requests do not belong here: `starting` or `stopping`; nothing between the two. */
  unready(): string | undefined;
}

export function partsOf(parts: readonly Part[], log: Logger, listen?: () => Silence): Parts {
  const running: Part[] = [];
  let started = false;
  let drained: Promise<void> | undefined;
  const drainAll = async (): Promise<void> => {
    const silence = listen?.();
    const alone =
      silence?.begun.then(() => 'alone' as const) ?? new Promise<never>(() => undefined);
    for (const { name, drain } of running.toReversed()) {
      const draining = drain().catch((error: unknown) =>
        log.warn({ err: error, part: name }, 'shutdown step failed'),
      );
      if ((await Promise.race([draining, alone])) !== 'alone') continue;
      const ended = await Promise.race([draining.then(() => true), pause(ALONE_MAX_MS, false)]);
      if (!ended) log.warn({ part: name }, 'shutdown step is left, since NATS does not answer');
    }
    silence?.stopAsking();
    log.info('stopped');
  };
  return {
    async start() {
      for (const part of parts) {
        await part.start?.();
        running.push(part);
      }
      started = true;
    },
    drain: () => (drained ??= drainAll()),
    unready() {
      if (drained) return 'stopping';
      return started ? undefined : 'starting';
    },
  };
}
