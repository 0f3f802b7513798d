/** A recorded cost may name a run, which only the scheduler can look up. */
import { billing, Refusal, scheduler, scopeOf } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { BodyCheck } from '../upstream/body-check.ts';
import { readAs } from '../upstream/read-as.ts';

export const requireRunOfCost =
  (rpc: Rpc): BodyCheck =>
  async (input, call) => {
    const cost = billing.operations.recordCost.input.safeParse(input).data;
    const { actor } = call;
    if (!cost?.runId || ('runId' in actor && actor.runId === cost.runId)) return;
    const { companyId, runId } = cost;
    const scope = scopeOf(actor);
    if (scope !== 'all' && !scope.includes(companyId)) return;
    const absent = new Refusal('run_not_found', { field: 'runId', runId });
    const run = await readAs(rpc, call)(scheduler, 'getRun', { runId }).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 404 ? absent : error;
    });
    if (run.companyId !== companyId) throw absent;
  };
