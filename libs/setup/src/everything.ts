/** Everything that services find when they start; made any number of times, also at once. */
import { neighbours, serviceNames, type ServiceName } from '@muster/contracts';
import { setUpEvents, setUpSchema, type Log } from '@muster/service-kit';
import type { SetupConfig } from './config.ts';

const QUEUE_OF: ServiceName = 'scheduler';

export async function setUpDatabase(config: SetupConfig, log: Log): Promise<void> {
  await Promise.all(serviceNames.map(async (name) => {
    await setUpSchema(config, {
      name,
      schema: name,
      role: roleOf(name),
      loginUrl: loginOf(config, name),
      migrations: new URL(`../../../services/${name}/migrations/`, import.meta.url),
    }, log);
    if (name === QUEUE_OF && config.QUEUE_IN_POSTGRES) await setUpQueue(config);
  }));
}

export const setUpStreams = (config: Omit<SetupConfig, 'DATABASE_URL'>, log: Log): Promise<void> =>
  setUpEvents(config, serviceNames.map((name) => [name, neighbours[name].hears] as const), log);

async function setUpQueue({ DATABASE_URL: databaseUrl }: SetupConfig): Promise<void> {
  // Where the queue is elsewhere its library need not be loaded.
  const { ensureQueueTables } = await import('@muster/scheduler/queue-tables');
  await ensureQueueTables({ databaseUrl, schema: `${QUEUE_OF}_queue`, role: roleOf(QUEUE_OF) });
}

const roleOf = (name: ServiceName): string => `muster_${name}`;

const loginOf = (config: SetupConfig, name: ServiceName): string | undefined =>
  config[`${name.toUpperCase() as Uppercase<ServiceName>}_DATABASE_URL`];
