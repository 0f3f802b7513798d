import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closeSecret, keptSecret, writeSecret } from '@muster/private-files';

const SECRET_BYTES = 32;
const SHORTEST_TOKEN = 32;

/**
 * In a data folder of the release before: the secret that all services shared. Receivers of webhooks
 * know secrets that are derived from it, so the gateway, and no other service, signs with it too.
 */
export function formerWebhookSecret(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) return {};
  closeSecret(file);
  return { MUSTER_WEBHOOK_SECRET_PREVIOUS_FILE: file };
}

/** The key that wraps the keys of companies' secrets: without it they cannot be decrypted. */
export function masterKeyFile(dataDir: string): string {
  const file = join(dataDir, 'master-key');
  keptSecret(file, () => `${randomBytes(SECRET_BYTES).toString('base64')}\n`);
  return file;
}

/** The board token: the given one, or that of an earlier run, or a new one. */
export function boardTokenFile(
  dataDir: string,
  given: string | undefined,
): { file: string; token: string } {
  const file = join(dataDir, 'board-token');
  if (given !== undefined && given !== '') {
    if (given.length < SHORTEST_TOKEN) {
      throw new Error(`MUSTER_BOARD_TOKEN must have at least ${SHORTEST_TOKEN} characters.`);
    }
    writeSecret(file, `${given}\n`);
  }
  return { file, token: keptSecret(file, newBoardToken) };
}

const newBoardToken = (): string =>
  `mst_board_${randomBytes(SECRET_BYTES).toString('base64url')}\n`;
