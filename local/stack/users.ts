/**
 * Users of the private servers of this data folder: a key for each user of NATS, and a password for
 * each service in Postgres. Their permissions on NATS are the file that a cluster uses.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storedSecret } from '@muster/local-servers';
import { privateFolder } from '@muster/private-files';
import { publicKeyOf } from '@muster/setup/keys';

const permissions = new URL('../../deploy/kubernetes/base/nats-users.conf', import.meta.url);

export const keyFolder = (dataDir: string): string => join(dataDir, 'keys');

/** The file with the seed of a NATS user. */
export const seedFile = (dataDir: string, user: string): string =>
  join(keyFolder(dataDir), `${user}.nkey`);

/** The users with their public keys and permissions: a part of the configuration of NATS. */
export function natsUsers(dataDir: string): string {
  const text = readFileSync(fileURLToPath(permissions), 'utf8');
  const variables = [...text.matchAll(/\$(NKEY_(\w+))$/gm)];
  const keys = variables.map(
    ([, variable = '', name = '']) =>
      `${variable}: "${publicKeyOf(seedFile(dataDir, name.toLowerCase()))}"\n`,
  );
  return keys.join('') + text;
}

/** The URL with which a service signs in to Postgres as its own role. */
export function loginUrl(dataDir: string, service: string, ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = `muster_${service}`;
  url.password = storedSecret(join(privateFolder(keyFolder(dataDir)), `${service}.password`));
  return url.href;
}
