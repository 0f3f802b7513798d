/** Stand-ins of other services in the gateway's tests, each started in a schema of its own. */
import type { Contract } from '@muster/contracts';
import type { RunningService, ServiceDefinition } from '@muster/service-kit';
import { consumerOf, standInOf, startWithSetup, type StandInHandlers } from '@muster/test-kit';

type Start = (env: NodeJS.ProcessEnv) => Promise<RunningService>;

const inOwnSchema =
  <C extends Contract>(definition: ServiceDefinition<C>): Start =>
  ({ OPS_PORT: _, ...env }) =>
    startWithSetup(definition, {
      ...env,
      DB_SCHEMA: `${env['DB_SCHEMA']}_${definition.contract.name}`,
    });

/** Answers some operations of the contract; the others fail. */
export const stubOf = <C extends Contract>(
  contract: C,
  handlers: StandInHandlers<C>,
  { reactions }: Partial<Pick<ServiceDefinition<C>, 'reactions'>> = {},
): Start => inOwnSchema(standInOf(contract, handlers, reactions));

/** Applies all events of the producers without any effect, so that writes settle. */
export const subscriber = (contract: Contract, ...producers: Contract[]): Start =>
  inOwnSchema(consumerOf(contract, ...producers));
