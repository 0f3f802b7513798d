import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { emitWaitsEnded } from '../../changes/waits.ts';
import { endKeyedWaits } from '../../store/waits/ended-waits.ts';
import { requireWritableCompany } from '../../store/companies.ts';

/** Waits of one transaction: more than one issue with the same key is rare. */
const WAITS_OF_KEY_MAX = 100;

/** A hook ends them; one that nothing waits for any more changes nothing. */
export const endWaitsByKey: Handler<typeof issues, 'endWaitsByKey'> = async (
  { companyId, key, received },
  context,
) => {
  await requireWritableCompany(context.db, companyId);
  const ended = await endKeyedWaits(context.db, { companyId, key }, received, WAITS_OF_KEY_MAX);
  await emitWaitsEnded(context, companyId, ended);
  return { issueIds: [...new Set(ended.map(({ issueId }) => issueId))] };
};
