/**
 * The pre-shared key of a runner: 32 random bytes, which its file holds in base64url. A scheduler
 * and a runner that both have it believe each other; there are no certificates.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const KEY_BYTES = 32;
/** Of the hash that names a key: enough to tell two keys apart. */
const ID_BYTES = 8;

export interface RunnerKey {
  /** Names the key on the wire and tells nothing about it: the beginning of its hash. */
  readonly id: string;
  readonly bytes: Buffer;
}

export class RunnerKeyError extends Error {
  override readonly name = 'RunnerKeyError';
}

/** The content of a new key file. */
export const makeRunnerKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Throws a RunnerKeyError, which never holds the text. */
export function parseRunnerKey(text: string): RunnerKey {
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64url') !== text.trim()) {
    throw new RunnerKeyError(`not a key: ${KEY_BYTES} bytes in base64url are expected`);
  }
  const hash = createHash('sha256').update('muster runner key').update(bytes).digest();
  return { id: hash.subarray(0, ID_BYTES).toString('hex'), bytes };
}

/** Throws a RunnerKeyError that names the file. */
export function readRunnerKey(path: string): RunnerKey {
  try {
    return parseRunnerKey(readFileSync(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof RunnerKeyError ? cause.message : 'it cannot be read';
    throw new RunnerKeyError(`${path}: ${why}`, { cause });
  }
}
