/**
 * The installation on this machine: its programs, and its credential. In a clone they are the files that
 * `pnpm start` and the like run; a package that has them in another form takes the place of this file.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFolder, listeningPort } from '@muster/local/settings';
import { Ended } from './exit-code.ts';

export type LocalProgram = 'start' | 'demo' | 'reset';

/** As `package.json` of the repository has them. */
const FLAGS: Readonly<Record<LocalProgram, readonly string[]>> = {
  start: ['--expose-gc', '--max-semi-space-size=8', '--no-flush-bytecode'],
  demo: [],
  reset: [],
};

/** Arguments of Node that run the program. */
export const localProgram = (name: LocalProgram): readonly string[] => [
  ...FLAGS[name],
  fileURLToPath(new URL(`../../local/${name}.ts`, import.meta.url)),
];

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
