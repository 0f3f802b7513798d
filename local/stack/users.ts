/**
 * Users of the private servers of this data folder: a key for each user of NATS, and a password for
 * each service in Postgres.
 */
import { join } from 'node:path';
import { storedSecret } from '@muster/local-servers';
import { privateFolder } from '@muster/private-files';

export const keyFolder = (dataDir: string): string => join(dataDir, 'keys');

/** The file with the seed of a NATS user. */
export const seedFile = (dataDir: string, user: string): string =>
  join(keyFolder(dataDir), `${user}.nkey`);

/** The URL with which a service signs in to Postgres as its own role. */
export function loginUrl(dataDir: string, service: string, ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = `muster_${service}`;
  url.password = storedSecret(join(privateFolder(keyFolder(dataDir)), `${service}.password`));
  return url.href;
}
