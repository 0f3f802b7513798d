/** The installation that `start` has made on this machine: its address, and its credential. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, listeningPort } from '@muster/local/settings';
import { Ended } from './exit-code.ts';

/** Of the installation that `start` has made with this environment. */
export function localCredential(env: NodeJS.ProcessEnv = process.env): {
  readonly url: string;
  readonly token: string;
} {
  const file = env['MUSTER_BOARD_TOKEN_FILE'] ?? join(dataFolder(env), 'board-token');
  if (!existsSync(file)) {
    throw new Ended(
      'notFound',
      `No installation was started here: ${file} is missing`,
      '`muster start`',
    );
  }
  const url = env['MUSTER_API_URL'] ?? `http://127.0.0.1:${listeningPort(env)}`;
  return { url, token: readFileSync(file, 'utf8').trim() };
}
