/** Says what came back of reservations that have ended. */
import type { billing } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { sumReserved, type Released } from '../store/reservations.ts';

export async function giveBack(
  { db, say }: Pick<Context<typeof billing>, 'db' | 'say'>,
  companyId: string,
  released: readonly Released[],
): Promise<void> {
  for (const { runId, agentId, month, cents, leftCents } of released) {
    // Where nothing is limited a run held nothing, and nothing was said of it.
    if (cents === 0) continue;
    const agentReservedCents = await sumReserved(db, companyId, agentId);
    say('budget.released', {
      companyId,
      entityId: runId,
      payload: { runId, agentId, month, cents: leftCents, agentReservedCents },
    });
  }
}
