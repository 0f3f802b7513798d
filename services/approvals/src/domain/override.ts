/** The request that is opened for an agent that its budget has stopped. */
import type { Approval, billing, Payload } from '@muster/contracts';

type Spent = Pick<
  Payload<typeof billing, 'budget.exhausted'>,
  'agentId' | 'month' | 'limitCents' | 'spentCents'
>;

/**
 * The raise that is suggested covers what was spent beyond the limit and gives the same room once
 * more: limit and overspending together, which is what was spent.
 */
export const overrideOf = ({
  agentId, month, limitCents, spentCents,
}: Spent): Approval['payload'] => ({
  agentId, amountCents: spentCents, month, limitCents, spentCents,
});
