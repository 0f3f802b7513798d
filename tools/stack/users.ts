/**
 * Users of the servers that belong to this data folder: a key for each user of NATS, a password for
 * each service in Postgres. What NATS lets them do is the file that a cluster has, too.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicKeyOf } from '@muster/setup/keys';
import { keptSecret } from '../servers/index.ts';

const FOLDER_OF_OWNER = 0o700;
const permissions = new URL('../../deploy/kubernetes/base/nats-users.conf', import.meta.url);

export const keyFolder = (dataDir: string): string => join(dataDir, 'keys');

/** The file with the seed of a user of NATS. */
export const seedFile = (dataDir: string, user: string): string =>
  join(keyFolder(dataDir), `${user}.nkey`);

/** The users and what they may do, with their public keys: a part of NATS's configuration. */
export function natsUsers(dataDir: string): string {
  const text = readFileSync(fileURLToPath(permissions), 'utf8');
  const variables = [...text.matchAll(/\$(NKEY_(\w+))$/gm)];
  const keys = variables.map(([, variable = '', name = '']) =>
    `${variable}: "${publicKeyOf(seedFile(dataDir, name.toLowerCase()))}"\n`);
  return keys.join('') + text;
}

/** The address by which a service signs in to Postgres, as a role of its own. */
export function loginUrl(dataDir: string, service: string, ownerUrl: string): string {
  mkdirSync(keyFolder(dataDir), { recursive: true, mode: FOLDER_OF_OWNER });
  const url = new URL(ownerUrl);
  url.username = `muster_${service}`;
  url.password = keptSecret(join(keyFolder(dataDir), `${service}.password`));
  return url.href;
}
