/** Keys of the users of NATS: a seed in a file for whoever signs in, the public half for NATS. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createUser, fromSeed } from '@nats-io/nkeys';

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

/** The public key that belongs to the seed in this file, which is made if it is not there. */
export function publicKeyOf(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: FOLDER_OF_OWNER });
    writeFileSync(file, createUser().getSeed(), { mode: OWNER_ONLY });
  }
  return fromSeed(readFileSync(file)).getPublicKey();
}
