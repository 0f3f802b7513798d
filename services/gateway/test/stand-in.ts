/**
 * Other services as far as the door needs them: the real machine under the real contract, and a few
 * lines behind some of its operations. What is not given is not there.
 */
import type { Contract, Input, OperationName } from '@muster/contracts';
import {
  defineService, reaction, type Context, type RunningService, type ServiceDefinition,
} from '@muster/service-kit';
import { startSetUp } from '@muster/test-kit';

type Answers<C extends Contract> = {
  readonly [N in OperationName<C>]?: (
    input: Input<C, N>,
    context: Context<C>,
  ) => Promise<unknown>;
};

const nothingBehind = (): never => {
  throw new Error('nothing is behind this operation');
};

export function standIn<C extends Contract>(
  contract: C,
  answers: Answers<C>,
  more: Partial<Pick<ServiceDefinition<C>, 'reactions'>> = {},
): (env: NodeJS.ProcessEnv) => Promise<RunningService> {
  const operations = Object.fromEntries(
    Object.keys(contract.operations).map((name) => [
      name, answers[name as OperationName<C>] ?? nothingBehind,
    ]),
  );
  const definition = defineService({
    contract,
    migrations: new URL('../../../libs/test-kit/src/no-migrations/', import.meta.url),
    operations: operations as unknown as ServiceDefinition<C>['operations'],
    reactions: {},
    locate: {},
    ...more,
  });
  return (env) => {
    const { OPS_PORT: _, ...rest } = env;
    return startSetUp(definition, { ...rest, DB_SCHEMA: `${env['DB_SCHEMA']}_${contract.name}` });
  };
}

/** Takes in what the others say, with nothing behind it: who waits for its effects goes on. */
export const hears = (
  contract: Contract,
  ...producers: Contract[]
): (env: NodeJS.ProcessEnv) => Promise<RunningService> =>
  standIn(contract, {}, {
    reactions: Object.fromEntries(producers.map((producer) => [
      `hear${producer.name}`,
      reaction(producer, Object.keys(producer.events), async () => undefined),
    ])),
  });
