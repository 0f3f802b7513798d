/**
 * `node libs/setup/src/make-keys.ts FOLDER`: a seed for each user of NATS as `nkey-<user>`, and the
 * public keys as `nats-users.env`, which NATS finds in its environment. What is there stays.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyPermission } from '@muster/service-kit';
import { publicKeyOf } from './keys.ts';

const [, , folder] = process.argv;
if (folder === undefined) {
  process.stderr.write('usage: node libs/setup/src/make-keys.ts FOLDER\n');
  process.exit(64);
}
const lines = everyPermission().map(([user]) =>
  `NKEY_${user.toUpperCase()}=${publicKeyOf(join(folder, `nkey-${user}`))}\n`);
writeFileSync(join(folder, 'nats-users.env'), lines.join(''));
