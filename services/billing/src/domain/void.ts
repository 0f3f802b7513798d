/** A void: the opposite of a cost. */
import { type CostEvent, Refusal } from '@muster/contracts';

type Amounts = Pick<CostEvent, 'costCents' | 'inputTokens' | 'outputTokens' | 'cachedInputTokens'>;

/** The amounts of a cost with the opposite sign; never -0. */
export const oppositeOf = (cost: Amounts): Amounts => ({
  costCents: 0 - cost.costCents,
  inputTokens: 0 - cost.inputTokens,
  outputTokens: 0 - cost.outputTokens,
  cachedInputTokens: 0 - cost.cachedInputTokens,
});

/** Whether to void the cost now: `repeat` answers the void that was made for the same reason. */
export function decideVoid(
  cost: { readonly voidsCostId: string | null },
  earlier: { readonly id: string; readonly voidReason: string | null } | undefined,
  reason: string,
): 'void' | 'repeat' {
  if (cost.voidsCostId) throw new Refusal('cost_is_a_void', { voidsCostId: cost.voidsCostId });
  if (!earlier) return 'void';
  if (earlier.voidReason === reason) return 'repeat';
  throw new Refusal('cost_already_voided', {
    voidedByCostId: earlier.id,
    reason: earlier.voidReason,
  });
}
