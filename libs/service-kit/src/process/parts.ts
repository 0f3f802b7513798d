/** The parts of a running service as a list: started in order, drained from the end. */
import type { Logger } from '../telemetry/logger.ts';

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
  /** Drains the started parts once, however often it is called; a failure does not stop it. */
  drain(): Promise<void>;
  isStarted(): boolean;
  isDraining(): boolean;
}

export function partsOf(parts: readonly Part[], log: Logger): Parts {
  const running: Part[] = [];
  let started = false;
  let draining: Promise<void> | undefined;
  const drainAll = async (): Promise<void> => {
    for (const { name, drain } of running.toReversed()) {
      await drain().catch((error: unknown) =>
        log.warn({ err: error, part: name }, 'shutdown step failed'),
      );
    }
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
    drain: () => (draining ??= drainAll()),
    isStarted: () => started,
    isDraining: () => draining !== undefined,
  };
}
