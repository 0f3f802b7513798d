/**
 * `node services/setup/src/make-keys.ts FOLDER`: writes a seed for each NATS user as `nkey-<user>`, and
 * the public keys as `nats-users.env`, which NATS reads from its environment; and the secrets with which
 * single services sign, see signing-keys.ts. Existing files stay.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPermissions } from '@muster/service-kit';
import { publicKeyOf } from './keys.ts';
import { makeSigningKeys } from './signing-keys.ts';

const [, , folder] = process.argv;
if (folder === undefined) {
  process.stderr.write('usage: node services/setup/src/make-keys.ts FOLDER\n');
  process.exit(64);
}
const lines = allPermissions().map(
  ([user]) => `NKEY_${user.toUpperCase()}=${publicKeyOf(join(folder, `nkey-${user}`))}\n`,
);
writeFileSync(join(folder, 'nats-users.env'), lines.join(''));
makeSigningKeys(folder);
