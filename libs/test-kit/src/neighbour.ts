/**
 * Another service, as far as its events go: the real event log and relay under its contract, and
 * nothing behind its operations. What it says reaches the service under test the way it would in
 * production, catch-up included.
 */
import type { Contract, EventName, Payload } from '@muster/contracts';
import { defineService, type RunningService } from '@muster/service-kit';
import { startSetUp } from './start.ts';

export interface Neighbour {
  readonly service: RunningService;
  /** Says an event and returns its number in its company's log. */
  say<C extends Contract, N extends EventName<C>>(
    contract: C,
    name: N,
    saying: { companyId: string; entityId: string; payload: Payload<C, N> },
  ): Promise<number>;
}

const nothingBehind = (): never => {
  throw new Error('a neighbour only says events');
};

export async function startNeighbour(
  contract: Contract,
  env: NodeJS.ProcessEnv,
): Promise<Neighbour> {
  const operations = Object.fromEntries(
    Object.keys(contract.operations).map((name) => [name, nothingBehind]),
  );
  const service = await startSetUp(
    defineService({
      contract,
      migrations: new URL('./no-migrations/', import.meta.url),
      operations,
      reactions: {},
      locate: {},
    }),
    env,
  );
  const { runtime } = service;
  return {
    service,
    async say(_, name, saying) {
      await runtime.write(async ({ say }) => {
        (say as (name: string, saying: object) => void)(name, saying);
      });
      const [head] = await runtime.db.run<{ seq: number }>({
        text: 'select seq from event_heads where company_id = $1', values: [saying.companyId],
      });
      return head?.seq ?? 0;
    },
  };
}
