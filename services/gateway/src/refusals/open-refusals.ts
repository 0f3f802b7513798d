/**
 * Counts what calls of runs are refused, for their receipts. A refusal changes nothing and is no event, so
 * it is counted here, where each answer passes; memory is written about once a second, in one statement
 * for all runs. A gateway that is killed has not counted the last second.
 */
import type { Runtime } from '@muster/service-kit';
import { openRefusedCalls, type RefusedCall } from './refused-calls.ts';
import { addRefusals } from './store/refusals-of-runs.ts';

const WRITE_MS = 1_000;

export interface Refusals {
  note(call: RefusedCall): void;
  /** Writes the rest. */
  close(): Promise<void>;
}

export function openRefusals({ db, log }: Pick<Runtime, 'db' | 'log'>): Refusals {
  const refused = openRefusedCalls();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;
  const write = async (): Promise<void> => {
    const taken = refused.take();
    if (taken.length === 0) return;
    await addRefusals(db, taken).catch((error: unknown) => {
      log.warn({ err: error, rows: taken.length }, 'counting refusals of runs failed');
      refused.putBack(taken);
      schedule();
    });
  };
  /** One write at a time. Without a refusal there is no timer. */
  const schedule = (): void => {
    if (closed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = (writing ?? Promise.resolve()).then(write);
    }, WRITE_MS).unref();
  };
  return {
    note(call) {
      refused.add(call, new Date());
      if (call.actor?.type === 'agent' && call.actor.runId !== undefined) schedule();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
