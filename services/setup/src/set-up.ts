/** Sets up everything that services need at start. Idempotent, also when run concurrently. */
import { serviceNames, type ServiceName } from '@muster/contracts';
import { setUpSchema, type Logger } from '@muster/service-kit';
import type { SetupConfig } from './config.ts';

const QUEUE_OF: ServiceName = 'scheduler';

export async function setUpDatabase(config: SetupConfig, log: Logger): Promise<void> {
  await Promise.all(
    serviceNames.map(async (name) => {
      await setUpSchema(
        config,
        {
          name,
          schema: name,
          role: roleOf(name),
          loginUrl: loginOf(config, name),
          migrations: new URL(`../../${name}/migrations/`, import.meta.url),
        },
        log,
      );
      if (name === QUEUE_OF && config.QUEUE_IN_POSTGRES) await setUpQueue(config);
    }),
  );
}

async function setUpQueue({ DATABASE_URL: databaseUrl }: SetupConfig): Promise<void> {
  // Loaded only if needed: with Redis the queue library's tables are not used.
  const { ensureQueueTables } = await import('@muster/scheduler/queue-tables');
  await ensureQueueTables({ databaseUrl, schema: `${QUEUE_OF}_queue`, role: roleOf(QUEUE_OF) });
}

const roleOf = (name: ServiceName): string => `muster_${name}`;

const loginOf = (config: SetupConfig, name: ServiceName): string | undefined =>
  config[`${name.toUpperCase() as Uppercase<ServiceName>}_DATABASE_URL`];
