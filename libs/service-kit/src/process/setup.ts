/** What the setup command makes: schemas, roles and logins in Postgres, the stream in NATS. */
import type { ServiceName } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { connectionVariables } from '../config.ts';
import { openNats } from '../nats/nats.ts';
import { SETUP_USER } from '../nats/permissions.ts';
import { ensureConsumers, ensureStream } from '../nats/stream.ts';
import { subjectsIn } from '../nats/subjects.ts';
import { migrate } from '../postgres/migrate.ts';
import type { Logger } from '../telemetry/logger.ts';

export const baseSetupConfig = z.object({
  ...connectionVariables,
  EVENTS_MAX_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_024)
    .describe('Disk limit of the event stream; older events are read from Postgres.'),
  EVENTS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('NATS servers that store the event stream; 3 in a cluster of three.'),
});
export type BaseSetupConfig = z.output<typeof baseSetupConfig>;

export interface SchemaPlan {
  readonly name: ServiceName;
  readonly schema: string;
  readonly role: string;
  readonly loginUrl?: string | undefined;
  readonly migrations: URL;
}

export const setUpSchema = (
  { DATABASE_URL: databaseUrl }: Pick<BaseSetupConfig, 'DATABASE_URL'>,
  plan: SchemaPlan,
  log: Logger,
): Promise<void> => migrate({ ...plan, databaseUrl, log: log.child({ schemaOf: plan.name }) });

/** The producers that each consumer reacts to: its filter leaves out all others. */
export type Subscriptions = readonly (readonly [
  consumer: ServiceName,
  producers: readonly string[],
])[];

export async function setUpEvents(
  config: Omit<BaseSetupConfig, 'DATABASE_URL'>,
  subscriptions: Subscriptions,
  log: Logger,
): Promise<void> {
  const nats = await openNats({ config, user: SETUP_USER, name: SETUP_USER, log });
  try {
    await ensureEvents(nats, config, subscriptions);
  } finally {
    await nats.close();
  }
}

/** Makes the stream and its consumers, or what is missing of them. */
export async function ensureEvents(
  nats: NatsConnection,
  {
    EVENTS_MAX_MB: maxMb,
    EVENTS_REPLICAS: replicas,
    ...config
  }: Omit<BaseSetupConfig, 'DATABASE_URL'>,
  subscriptions: Subscriptions,
): Promise<void> {
  const subjects = subjectsIn(config.NATS_NAMESPACE);
  await ensureStream(nats, subjects, { maxMb, replicas });
  await Promise.all(
    subscriptions.map(([consumer, producers]) =>
      ensureConsumers(nats, subjects, consumer, producers),
    ),
  );
}
