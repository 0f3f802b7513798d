/**
 * A stand-in of a service: the real event log, publisher and server under its contract, with handlers
 * for the operations that a test needs. Its events reach the service under test as in production,
 * catch-up included.
 */
import {
  agents,
  Refusal,
  type Contract,
  type EventName,
  type Input,
  type OperationName,
  type Payload,
} from '@muster/contracts';
import {
  defineService,
  firstRows,
  reaction,
  sql,
  type Context,
  type RunningService,
  type ServiceDefinition,
  type Stated,
  type States,
} from '@muster/service-kit';
import { startWithSetup } from './start.ts';

/** Handlers of some operations; the others fail. */
export type StandInHandlers<C extends Contract> = {
  readonly [N in OperationName<C>]?: (input: Input<C, N>, context: Context<C>) => Promise<unknown>;
};

export interface StandIn {
  readonly service: RunningService;
  /** Emits an event and returns its number in its company's log. */
  emit<C extends Contract, N extends EventName<C>>(
    contract: C,
    name: N,
    event: { companyId: string; entityId: string; payload: Payload<C, N> },
  ): Promise<number>;
  /**
   * From here on no message tells of its events, as if it were killed after each commit; returns how
   * to end that.
   */
  loseMessages(): () => void;
}

const failUnexpected = (): never => {
  throw new Error('the stand-in has no handler for this operation');
};

export function standInOf<C extends Contract>(
  contract: C,
  handlers: StandInHandlers<C> = {},
  reactions: ServiceDefinition<C>['reactions'] = {},
): ServiceDefinition<C> {
  const operations = Object.fromEntries(
    Object.keys(contract.operations).map((name) => [
      name,
      handlers[name as OperationName<C>] ?? failUnexpected,
    ]),
  );
  return defineService({
    contract,
    migrations: new URL('./no-migrations/', import.meta.url),
    operations: operations as unknown as ServiceDefinition<C>['operations'],
    reactions,
    states: statesOfLog(contract),
    locate: {},
  });
}

/** The last event of each thing tells its state. */
const statesOfLog = ({ states = [], events }: Contract): States =>
  Object.fromEntries(
    states.map((type) => [
      type,
      (db, { companyId, after, size }) =>
        firstRows<Stated>(
          db,
          sql`
          select entity_id, payload, entity_id::text as after from (
            select distinct on (entity_id) entity_id, payload, type from events
            where company_id = ${companyId} and entity_type = ${events[type]?.entity ?? ''}
              and (${after}::uuid is null or entity_id > ${after}::uuid)
            order by entity_id, seq desc
          ) last
          where type not like '%.deleted'
          order by entity_id limit ${size + 1}`,
          size,
          { json: ['payload'] },
        ),
    ]),
  );

/** A stand-in that applies every event of these producers without an effect. */
export const consumerOf = <C extends Contract>(
  contract: C,
  ...producers: readonly Contract[]
): ServiceDefinition<C> =>
  standInOf(
    contract,
    {},
    Object.fromEntries(
      producers.map((producer) => [
        `apply-${producer.name}`,
        reaction(producer, Object.keys(producer.events), async () => undefined),
      ]),
    ),
  );

export async function startStandIn<C extends Contract>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv,
): Promise<StandIn> {
  const service = await startWithSetup(definition, env);
  const { runtime } = service;
  const { publisher } = runtime as typeof runtime & { publisher: { committed: unknown } };
  return {
    service,
    loseMessages() {
      const { committed } = publisher;
      publisher.committed = () => undefined;
      return () => void (publisher.committed = committed);
    },
    async emit(_, name, event) {
      await runtime.write(async (context) => {
        (context.emit as (type: string, input: object) => void)(name, event);
      });
      const [head] = await runtime.db.run<{ seq: number }>({
        text: 'select seq from event_heads where company_id = $1',
        values: [event.companyId],
      });
      return head?.seq ?? 0;
    },
  };
}

/** The agents service, which knows of no agent but those whose events it emits. */
export const agentsStandIn = standInOf(agents, {
  locateAgent: async () => {
    throw new Refusal('agent_not_found');
  },
});
