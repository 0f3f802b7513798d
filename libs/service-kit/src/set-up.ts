/** What the setup command makes: schemas, roles and logins in Postgres, the stream in NATS. */
import type { ServiceName } from '@muster/contracts';
import { z } from 'zod';
import { connectionVariables } from './config.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import { openNats } from './nats.ts';
import { SETUP_USER } from './permissions.ts';
import { ensureConsumers, ensureStream } from './stream.ts';
import { subjectsIn } from './subjects.ts';

export const setUpConfig = z.object({
  ...connectionVariables,
  EVENTS_MAX_MB: z.coerce.number().int().min(1).default(1_024)
    .describe('Disk that the event stream may take; what is older is read from Postgres.'),
  EVENTS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1)
    .describe('Servers of NATS that keep the event stream; 3 where there are three.'),
});
export type SetUpConfig = z.output<typeof setUpConfig>;

export interface SchemaPlan {
  readonly name: ServiceName;
  readonly schema: string;
  readonly role: string;
  readonly loginUrl?: string | undefined;
  readonly migrations: URL;
}

export const setUpSchema = (
  { DATABASE_URL: databaseUrl }: Pick<SetUpConfig, 'DATABASE_URL'>,
  plan: SchemaPlan,
  log: Log,
): Promise<void> => migrate({ ...plan, databaseUrl, log: log.child({ of: plan.name }) });

/** Who hears whom: a consumer filters what its service does not react to. */
export type Hearing = readonly (readonly [consumer: ServiceName, producers: readonly string[]])[];

export async function setUpEvents(
  config: Omit<SetUpConfig, 'DATABASE_URL'>,
  hearing: Hearing,
  log: Log,
): Promise<void> {
  const nats = await openNats({ config, user: SETUP_USER, name: SETUP_USER, log });
  const subjects = subjectsIn(config.NATS_NAMESPACE);
  try {
    const { EVENTS_MAX_MB: maxMb, EVENTS_REPLICAS: replicas } = config;
    await ensureStream(nats, subjects, { maxMb, replicas });
    await Promise.all(hearing.map(([consumer, producers]) =>
      ensureConsumers(nats, subjects, consumer, producers)));
  } finally {
    await nats.close();
  }
}
