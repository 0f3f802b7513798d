import { gateway, type issues } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { routineEvent } from '../events.ts';
import { pauseRoutinesOf } from '../store/routines/routines-of-leaver.ts';

/** A routine acts with the right of whoever has turned it on: it waits for another person once that right is gone. */
export const pauseRoutinesOfLeaver = reaction(
  gateway,
  ['member.removed', 'member.changed'],
  async ({ type, companyId, payload }, { db, emit }: Context<typeof issues>) => {
    const { userId, role } = payload;
    const isEnded = 'ended' in payload && payload.ended === true;
    if (type === 'member.changed' && role !== 'viewer' && !isEnded) return;
    for (const routine of await pauseRoutinesOf(db, companyId, userId)) {
      emit('routine.paused', routineEvent(routine));
    }
  },
  { history: 'none' },
);
