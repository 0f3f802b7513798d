/** What must be true of costs that the board has voided: each has one opposite, and nothing else has. */

/** A cost as the interface answers it. */
export interface ListedCost {
  readonly id: string;
  readonly agentId: string;
  readonly costCents: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly month: string;
  readonly occurredAt: string;
  readonly voidsCostId?: string | null | undefined;
  readonly voidedByCostId?: string | null | undefined;
}

export function faultsOfVoids(voided: ReadonlySet<string>, costs: readonly ListedCost[]): string[] {
  const byId = new Map(costs.map((cost) => [cost.id, cost]));
  const voids = Map.groupBy(
    costs.filter(({ voidsCostId }) => voidsCostId),
    ({ voidsCostId }) => voidsCostId ?? '',
  );
  const missing = [...voided].filter((id) => !voids.has(id)).map((id) => `${id} has no void`);
  const wrong = [...voids].flatMap(([id, found]) => {
    const [own] = found;
    const cost = byId.get(id);
    if (!voided.has(id)) return [`${id} has a void that was not asked for`];
    if (found.length > 1) return [`${id} is voided ${found.length} times`];
    if (!own || !cost) return [`${id} is voided and is no cost`];
    return isOpposite(cost, own) ? [] : [`the void of ${id} is not its opposite`];
  });
  return [...missing, ...wrong];
}

const isOpposite = (cost: ListedCost, own: ListedCost): boolean =>
  cost.voidedByCostId === own.id &&
  own.agentId === cost.agentId &&
  own.month === cost.month &&
  own.occurredAt === cost.occurredAt &&
  own.costCents + cost.costCents === 0 &&
  own.inputTokens + cost.inputTokens === 0 &&
  own.outputTokens + cost.outputTokens === 0;
