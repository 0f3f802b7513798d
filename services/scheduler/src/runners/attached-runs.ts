/** The runs that were given to a runner over one connection: it is heard about no others. */
import type { RunKey } from '@muster/runner-protocol';
import { openReceiver, type AboutRun, type Receiver } from './attachment.ts';

export interface AttachedRuns {
  add(key: RunKey, asked: 'launching' | 'adopting'): Receiver;
  /** Its end is recorded, and nothing more comes. */
  remove(key: RunKey, receiver: Receiver): void;
  /** What the runner still says about the run, under the same fence, is ignored. */
  letGo(key: RunKey, receiver: Receiver): void;
  /** Why the runner may not say this; nothing where it may. */
  hear(message: AboutRun): string | undefined;
  endAll(): void;
}

export function openAttachedRuns(): AttachedRuns {
  const attached = new Map<string, Receiver>();
  /** Fences of the runs that were let go. They are few: their process stops, or has lost them. */
  const letGo = new Map<string, number>();
  const remove: AttachedRuns['remove'] = ({ runId }, receiver) => {
    receiver.end();
    if (attached.get(runId) === receiver) attached.delete(runId);
  };
  return {
    add(key, asked) {
      const receiver = openReceiver(key, asked);
      attached.set(key.runId, receiver);
      return receiver;
    },
    remove,
    letGo(key, receiver) {
      remove(key, receiver);
      letGo.set(key.runId, key.fence);
    },
    hear(message) {
      const { kind, runId, fence } = message;
      if (letGo.get(runId) === fence) return undefined;
      const receiver = attached.get(runId);
      return receiver ? receiver.receive(message) : `${kind} of a run that it was not given`;
    },
    endAll() {
      for (const receiver of attached.values()) receiver.end();
      attached.clear();
    },
  };
}
