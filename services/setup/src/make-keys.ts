/**
 * `node services/setup/src/make-keys.ts FOLDER [--rotate-nats-keys]`: writes the seeds of each NATS user
 * and `nats-keys.conf` with the public keys, see nats-keys.ts; and the secrets with which single services
 * sign, see signing-keys.ts. Existing files stay, except for seeds that are to be rotated.
 */
import { makeNatsKeys, rotateNatsKeys } from './nats-keys.ts';
import { makeSigningKeys } from './signing-keys.ts';

const ROTATE = '--rotate-nats-keys';

const [, , folder, option, ...further] = process.argv;
if (folder === undefined || (option ?? ROTATE) !== ROTATE || further.length > 0) {
  process.stderr.write(`usage: node services/setup/src/make-keys.ts FOLDER [${ROTATE}]\n`);
  process.exit(64);
}
if (option === ROTATE) rotateNatsKeys(folder);
else makeNatsKeys(folder);
makeSigningKeys(folder);
