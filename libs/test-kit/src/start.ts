/** The setup command's work for a single service. */
import type { Contract } from '@muster/contracts';
import {
  baseConfig,
  openLogger,
  readConfig,
  setUpSchema,
  startService,
  type RunningService,
  type ServiceDefinition,
} from '@muster/service-kit';
import { calledByAnyone, testServiceKeys } from './callers.ts';

export async function startWithSetup<C extends Contract>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv,
): Promise<RunningService> {
  const own = { ...env, MUSTER_SERVICE_KEYS: testServiceKeys(definition.contract.name) };
  await setUp(definition, own);
  return calledByAnyone(await startService(definition, own));
}

export async function setUp<C extends Contract>(
  { contract: { name }, migrations }: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const read = readConfig(baseConfig, env);
  const log = openLogger(name, read.LOG_LEVEL);
  await setUpSchema(
    read,
    {
      name,
      migrations,
      schema: read.DB_SCHEMA ?? name,
      role: read.DB_ROLE ?? `muster_${name}`,
    },
    log,
  );
}
