import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { emitWaitsEnded } from '../../changes/waits.ts';
import { endSignalledWait } from '../../store/waits/ended-waits.ts';

/** A wrong, a spent and an expired token are the same here: no open wait has it. */
export const endWaitBySignal: Handler<typeof issues, 'endWaitBySignal'> = async (
  { tokenHash, received },
  context,
) => {
  const wait = await endSignalledWait(context.db, Buffer.from(tokenHash, 'base64url'), received);
  if (!wait) throw new Refusal('signal_not_found');
  await emitWaitsEnded(context, wait.companyId, [wait]);
  return {};
};
