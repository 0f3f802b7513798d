/** The runs that were given to a runner over one connection: it is heard about no others. */
import type { RunKey } from '@muster/runner-protocol';
import { openReceiver, type AboutRun, type Receiver } from './attachment.ts';

export interface AttachedRuns {
  add(key: RunKey, asked: 'launching' | 'adopting'): Receiver;
  /** What the runner still says about the run, under the same fence, is ignored. */
  letGo(key: RunKey, receiver: Receiver): void;
  /** Why the runner may not say this; nothing where it may. */
  hear(message: AboutRun): string | undefined;
  endAll(): void;
}

export function openAttachedRuns(): AttachedRuns {
  const attached = new Map<string, Receiver>();
  /** Fences of the runs that were let go. */
  const letGo = new Map<string, number>();
  return {
    add(key, asked) {
      const receiver = openReceiver(key, asked);
      attached.set(key.runId, receiver);
      return receiver;
    },
    letGo({ runId, fence }, receiver) {
      receiver.end();
      if (attached.get(runId) !== receiver) return;
      attached.delete(runId);
      letGo.set(runId, fence);
    },
    hear(message) {
      const { kind, runId, fence } = message;
      const isLast = kind === 'ended' || kind === 'unknown';
      if (letGo.get(runId) === fence) {
        if (isLast) letGo.delete(runId);
        return undefined;
      }
      const receiver = attached.get(runId);
      if (!receiver) return `${kind} of a run that it was not given`;
      if (isLast) attached.delete(runId);
      return receiver.receive(message);
    },
    endAll() {
      for (const receiver of attached.values()) receiver.end();
      attached.clear();
    },
  };
}
