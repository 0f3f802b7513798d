/** Compares the cost of a run that has ended with those of its agent's last runs. */
import type { billing } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { unusualCost } from '../domain/unusual-cost.ts';
import type { Released } from '../store/reservations.ts';
import { saveUnusualCost } from '../store/run-usages.ts';

interface EndedRun {
  readonly companyId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly issueId: string | null;
  /** What its usage has cost. */
  readonly runCents: number;
}

/** `released`: with its reservation, the costs of the agent's last runs, this one first. */
export async function announceUnusualCost(
  { db, emit }: Context<typeof billing>,
  run: EndedRun,
  released: readonly Released[],
): Promise<void> {
  const { companyId, runId, agentId, issueId, runCents: costCents } = run;
  const [, ...earlier] = released[0]?.recentRunCents ?? [];
  const unusual = costCents > 0 ? unusualCost(costCents, earlier) : undefined;
  if (!unusual) return;
  await saveUnusualCost(db, run, unusual);
  emit('run.cost_unusual', {
    companyId,
    entityId: runId,
    payload: { runId, agentId, issueId, costCents, ...unusual },
  });
}
