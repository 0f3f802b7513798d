/** Emits the rest that ended reservations gave back. */
import type { billing } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { releasedEvent } from '../events.ts';
import { type Released, sumReserved } from '../store/reservations.ts';

export async function announceReleased(
  { db, emit }: Pick<Context<typeof billing>, 'db' | 'emit'>,
  companyId: string,
  released: readonly Released[],
): Promise<void> {
  for (const reservation of released) {
    // Without a limit a run reserves nothing, and its reservation was never announced.
    if (reservation.cents === 0) continue;
    const agentReservedCents = await sumReserved(db, companyId, reservation.agentId);
    emit('budget.released', releasedEvent(companyId, reservation, agentReservedCents));
  }
}
