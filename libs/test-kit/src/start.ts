/** A service on ground of its own: what the setup command makes, made for one service. */
import type { Contract } from '@muster/contracts';
import {
  baseConfig, openLog, readConfig, setUpConfig, setUpEvents, setUpSchema, startService,
  type RunningService, type ServiceDefinition,
} from '@muster/service-kit';

const config = baseConfig.extend(setUpConfig.shape);

export async function startSetUp<C extends Contract>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv,
): Promise<RunningService> {
  await setUp(definition, env);
  return startService(definition, env);
}

export async function setUp<C extends Contract>(
  { contract: { name }, migrations, reactions }: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const read = readConfig(config, env);
  const log = openLog(name, read.LOG_LEVEL);
  const producers = [...new Set(Object.values(reactions).map(({ producer }) => producer.name))];
  await Promise.all([
    setUpSchema(read, {
      name, migrations, schema: read.DB_SCHEMA ?? name, role: read.DB_ROLE ?? `muster_${name}`,
    }, log),
    setUpEvents(read, [[name, producers]], log),
  ]);
}
