/**
 * The keys of the NATS users of an installation. A user signs in with `nkey-<user>`. NATS also accepts
 * `nkey-<user>-next`, which no process has: a rotation makes it the key of the user, so that processes
 * can change one after the other while NATS accepts both, and refuses the former one after its reload.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allPermissions, allSystemPermissions } from '@muster/service-kit';
import { publicKeyOf } from './keys.ts';

/** Public keys as variables of NATS's configuration, next to the seeds. */
const KEYS = 'nats-keys.conf';

const users = [...allPermissions(), ...allSystemPermissions()].map(([user]) => user);
type User = (typeof users)[number];

const seedFile = (folder: string, user: User): string => join(folder, `nkey-${user}`);
const nextSeedFile = (folder: string, user: User): string => `${seedFile(folder, user)}-next`;

/** Makes the seeds that are missing, and the file with the public keys. */
export function makeNatsKeys(folder: string): void {
  const lines = users.flatMap((user) => {
    const variable = `NKEY_${user.toUpperCase()}`;
    return [
      `${variable}: "${publicKeyOf(seedFile(folder, user))}"\n`,
      `${variable}_NEXT: "${publicKeyOf(nextSeedFile(folder, user))}"\n`,
    ];
  });
  // Written in place: a container that has the file mounted sees the new text.
  writeFileSync(join(folder, KEYS), `# Made by deploy/secrets.sh.\n${lines.join('')}`);
}

/**
 * Makes the next key of each user its key. A rotation that was interrupted goes on: a user whose key is no
 * longer the one in the file has been rotated already, and its next key is not known to NATS yet.
 */
export function rotateNatsKeys(folder: string): void {
  if (!existsSync(join(folder, KEYS))) {
    throw new Error(`${folder} has no ${KEYS}: make the keys and give NATS this file first`);
  }
  const known = readFileSync(join(folder, KEYS), 'utf8');
  for (const user of users) {
    const current = `NKEY_${user.toUpperCase()}: "${publicKeyOf(seedFile(folder, user))}"`;
    if (known.includes(current)) {
      renameSync(nextSeedFile(folder, user), seedFile(folder, user));
    }
  }
  makeNatsKeys(folder);
}
