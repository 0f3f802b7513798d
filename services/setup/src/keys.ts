/** Keys of the NATS users: a seed in a file for the user, the public key for NATS. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createUser, fromSeed } from '@nats-io/nkeys';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** The public key of the seed in this file; creates the file if it is missing. */
export function publicKeyOf(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: OWNER_ONLY_FOLDER });
    writeFileSync(file, createUser().getSeed(), { mode: OWNER_ONLY });
  }
  return fromSeed(readFileSync(file)).getPublicKey();
}
