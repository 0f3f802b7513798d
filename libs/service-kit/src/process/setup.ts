/** What the setup command makes for a service: its schema, its role and its login in Postgres. */
import type { ServiceName } from '@muster/contracts';
import type { BaseConfig } from '../config.ts';
import { migrate } from '../postgres/migrate.ts';
import type { Logger } from '../telemetry/logger.ts';

export interface SchemaPlan {
  readonly name: ServiceName;
  readonly schema: string;
  readonly role: string;
  readonly loginUrl?: string | undefined;
  readonly migrations: URL;
}

export const setUpSchema = (
  { DATABASE_URL: databaseUrl }: Pick<BaseConfig, 'DATABASE_URL'>,
  plan: SchemaPlan,
  log: Logger,
): Promise<void> => migrate({ ...plan, databaseUrl, log: log.child({ schemaOf: plan.name }) });
