/** Refused calls of runs between two writes: added up, and bounded. */
import type { Actor } from '@muster/contracts';
import type { RefusedCallsOfRun } from './store/refusals-of-runs.ts';

/** More than some hundred runs are refused in a second. What is beyond is not counted. */
const ENTRIES_MAX = 2_000;

export interface RefusedCall {
  readonly actor: Actor | undefined;
  readonly operation: string;
  readonly code: string;
}

type Counted = RefusedCallsOfRun & { count: number; lastAt: string };

export interface RefusedCallsSoFar {
  /** Calls without a run are left out. */
  add(call: RefusedCall, at: Date): void;
  /** What has come together, which is counted no more. */
  take(): readonly RefusedCallsOfRun[];
  /** It could not be written. */
  putBack(refused: readonly RefusedCallsOfRun[]): void;
}

export function openRefusedCalls(): RefusedCallsSoFar {
  let entries = new Map<string, Counted>();
  const count = (refused: RefusedCallsOfRun): void => {
    const key = `${refused.runId} ${refused.operation} ${refused.code}`;
    const entry = entries.get(key);
    if (entry) {
      entry.count += refused.count;
      entry.lastAt = entry.lastAt > refused.lastAt ? entry.lastAt : refused.lastAt;
    } else if (entries.size < ENTRIES_MAX) entries.set(key, { ...refused });
  };
  return {
    add({ actor, operation, code }, at) {
      if (actor?.type !== 'agent' || actor.runId === undefined) return;
      const { runId, companyId } = actor;
      count({ runId, companyId, operation, code, count: 1, lastAt: at.toISOString() });
    },
    take() {
      const taken = [...entries.values()];
      entries = new Map();
      return taken;
    },
    putBack(refused) {
      for (const each of refused) count(each);
    },
  };
}
