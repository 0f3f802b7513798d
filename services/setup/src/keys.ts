/** Keys of the NATS users: a seed in a file for the user, the public key for NATS. */
import { dirname } from 'node:path';
import { keptSecret, privateFolder } from '@muster/private-files';
import { createUser, fromSeed } from '@nats-io/nkeys';

/** The public key of the seed in this file; creates the file if it is missing. */
export function publicKeyOf(file: string): string {
  privateFolder(dirname(file));
  const seed = keptSecret(file, () => Buffer.from(createUser().getSeed()).toString());
  return fromSeed(Buffer.from(seed)).getPublicKey();
}
