/**
 * Runs elsewhere that have used up their slice, as their beats say. A beat waits for nobody, so
 * billing is asked when it has been answered, and the next beat is told what came of it. What is
 * asked here and lost with this process is asked again after a later beat.
 */
import type { Run } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { hints } from '../hints.ts';
import { completeRun } from './end-runs.ts';
import { endingOf } from './ending.ts';
import { writeRuns } from './say-run.ts';
import { mayGoOn } from './slice.ts';

export interface SliceWatching {
  /** Resolves when nobody is being asked any more. */
  stop(): Promise<void>;
}

export function watchSlices(runtime: Runtime): SliceWatching {
  const asking = new Set<Promise<void>>();
  const ask = (run: Run, ttlSeconds: number): void => {
    const asked = goOnOrEnd(runtime, run, ttlSeconds)
      .catch((error: unknown) =>
        runtime.log.error({ err: error, runId: run.id }, 'a run was not looked at'))
      .finally(() => asking.delete(asked));
    asking.add(asked);
  };
  hints.on('sliceUsedUp', ask);
  return {
    async stop() {
      hints.off('sliceUsedUp', ask);
      await Promise.all(asking);
    },
  };
}

async function goOnOrEnd(runtime: Runtime, run: Run, ttlSeconds: number): Promise<void> {
  if (await mayGoOn(runtime, run, ttlSeconds)) return;
  runtime.log.warn({ runId: run.id }, 'a run has used up its slice and may not go on');
  const ending = endingOf({
    status: 'cancelled', errorCode: 'spent', error: null, exitCode: null, signal: null,
  });
  await writeRuns(
    runtime, (context) => completeRun(context, run, ending, undefined), { runId: run.id },
  );
}
