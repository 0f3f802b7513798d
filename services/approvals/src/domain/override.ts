/** The override request that is opened for an agent whose budget is exhausted. */
import type { Approval, billing, Payload } from '@muster/contracts';

type Spent = Pick<
  Payload<typeof billing, 'budget.exhausted'>,
  'agentId' | 'month' | 'limitCents' | 'spentCents'
>;

/**
 * The suggested raise covers the spend beyond the limit and gives the same limit once more;
 * together that is the amount spent.
 */
export const overridePayload = ({
  agentId,
  month,
  limitCents,
  spentCents,
}: Spent): Approval['payload'] => ({
  agentId,
  amountCents: spentCents,
  month,
  limitCents,
  spentCents,
});
