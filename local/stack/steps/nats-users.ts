/** The users of NATS with their permissions, which are those of a cluster. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publicKeyOf } from '@muster/setup/keys';
import { seedFile } from '../users.ts';

const permissions = new URL('../../../deploy/chart/files/nats-users.conf', import.meta.url);

/**
 * The users with their public keys and permissions: a part of the configuration of NATS. Their next keys
 * are left out: on one machine a key is changed by a restart.
 */
export function natsUsers(dataDir: string): string {
  const text = readFileSync(fileURLToPath(permissions), 'utf8');
  const users = text.replaceAll(/^.*_NEXT, .*\n/gm, '');
  const keys = [...users.matchAll(/\$(NKEY_(\w+))/g)].map(
    ([, variable = '', name = '']) =>
      `${variable}: "${publicKeyOf(seedFile(dataDir, name.toLowerCase()))}"`,
  );
  return users.replace('include ./nats-keys.conf', keys.join('\n'));
}
