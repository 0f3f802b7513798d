import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findErasureState, saveReceipt } from '../../store/erasures.ts';

export const recordErasure: Handler<typeof agents, 'recordErasure'> = async (
  receipt,
  { db, actor },
) => {
  const state = await findErasureState(db, receipt.companyId);
  if (!state) throw new Refusal('company_not_found');
  await saveReceipt(db, actor.id, receipt);
  return { isComplete: state.isComplete };
};
