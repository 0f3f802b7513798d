/** The users of NATS with their permissions, which are those of a cluster. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publicKeyOf } from '@muster/setup/keys';
import { seedFile } from '../users.ts';

const permissions = new URL('../../../deploy/kubernetes/base/nats-users.conf', import.meta.url);

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
