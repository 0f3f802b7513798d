/**
 * How services sign in to the servers: on a private server each has a user of its own; on a given
 * server all use its URL, because its users belong to its owner.
 */
import type { GivenUrls, Servers } from '@muster/local-servers';
import { SERVICES, type ServiceName } from './service-names.ts';
import { loginUrl, seedFile } from './users.ts';

export interface NatsAccess {
  url: string;
  seedFile: string | undefined;
}

export interface Access {
  databaseUrl(service: ServiceName): string;
  nats(user: ServiceName | 'system'): NatsAccess;
}

export function accessTo(
  { postgres, nats }: Pick<Servers, 'postgres' | 'nats'>,
  given: GivenUrls,
  dataDir: string,
): Access {
  return {
    databaseUrl: (service) =>
      given.databaseUrl ? postgres.url : loginUrl(dataDir, service, postgres.url),
    nats: (user) => {
      if (given.natsUrl) return { url: nats.url, seedFile: undefined };
      return { url: `nats://${new URL(nats.url).host}`, seedFile: seedFile(dataDir, user) };
    },
  };
}

/** Variables of the setup command, the only one that gets the owner of the database. */
export function setupVariables(
  access: Access,
  { postgres, redis }: Pick<Servers, 'postgres' | 'redis'>,
): Record<string, string> {
  const logins = SERVICES.map((service) => [service, access.databaseUrl(service)] as const)
    .filter(([, url]) => url !== postgres.url)
    .map(([service, url]) => [`${service.toUpperCase()}_DATABASE_URL`, url]);
  return {
    DATABASE_URL: postgres.url,
    ...Object.fromEntries(logins),
    QUEUE_IN_POSTGRES: String(redis === undefined),
  };
}

export const natsVariables = ({ url, seedFile: file }: NatsAccess): Record<string, string> => ({
  NATS_URL: url,
  ...(file === undefined ? {} : { NATS_NKEY_SEED_FILE: file }),
});
