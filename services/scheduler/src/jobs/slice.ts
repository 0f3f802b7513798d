/**
 * A run that has used up what was reserved for it goes on only while billing answers: billing is
 * who says stop when the budget is spent, and a billing that is away cannot. So a run never spends
 * more than its slice and what it uses until billing has failed to answer.
 */
import { billing, type Run, type Usage } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { isUsedUp } from '../domain/slice.ts';

/** Between two questions of a run that is beyond its slice. */
export const ASK_EVERY_SECONDS = 5;

export interface SliceWatch {
  readonly runtime: Runtime;
  readonly run: Run;
  /** 0 where nothing is limited. */
  readonly sliceCents: number;
  readonly ttlSeconds: number;
  /** Told once, when the run may not go on. */
  readonly spent: () => void;
}

/** Looks at what the run has used so far. */
export function watchSlice(watch: SliceWatch): (usage: Usage) => void {
  const { sliceCents, ttlSeconds, runtime, run, spent } = watch;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = false;
  return (usage) => {
    if (!isUsedUp(sliceCents, usage)) return;
    if (asking || performance.now() - askedAt < ASK_EVERY_SECONDS * 1_000) return;
    asking = true;
    askedAt = performance.now();
    mayGoOn(runtime, run, ttlSeconds)
      .then((may) => {
        if (may) return;
        runtime.log.warn({ runId: run.id }, 'a run has used up its slice and may not go on');
        spent();
      }, (error: unknown) => runtime.log.error({ err: error }, 'a run was not looked at'))
      .finally(() => {
        asking = false;
      });
  };
}

export async function mayGoOn(
  runtime: Runtime,
  { companyId, agentId, id: runId }: Run,
  ttlSeconds: number,
): Promise<boolean> {
  const answer = await runtime
    .clientFor(billing)
    .reserveRun({ companyId, agentId, runId, ttlSeconds })
    // No answer about money is a no.
    .catch(() => undefined);
  return answer?.granted === true;
}
