import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 32;
const SHORTEST_TOKEN = 32;
const OWNER_ONLY = 0o600;

/** Signs what the services say to each other; made once per data folder. */
export function secretFile(dataDir: string): string {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) keep(file, randomBytes(SECRET_BYTES).toString('hex'));
  return file;
}

/** Wraps the keys that encrypt the companies' secrets: without this file nobody reads them. */
export function masterKeyFile(dataDir: string): string {
  const file = join(dataDir, 'master-key');
  if (!existsSync(file)) keep(file, randomBytes(SECRET_BYTES).toString('base64'));
  return file;
}

/** The board's bearer token: the given one, else the one of an earlier run, else a new one. */
export function boardTokenFile(
  dataDir: string,
  given: string | undefined,
): { file: string; token: string } {
  const file = join(dataDir, 'board-token');
  if (given !== undefined && given !== '') {
    if (given.length < SHORTEST_TOKEN) {
      throw new Error(`MUSTER_BOARD_TOKEN must have at least ${SHORTEST_TOKEN} characters.`);
    }
    keep(file, given);
  } else if (!existsSync(file)) {
    keep(file, `mst_board_${randomBytes(SECRET_BYTES).toString('base64url')}`);
  }
  return { file, token: readFileSync(file, 'utf8').trim() };
}

function keep(file: string, text: string): void {
  writeFileSync(file, `${text}\n`, { mode: OWNER_ONLY });
}
