/** The commands of the guide as a reader would run them: in a shell of their own, with `muster` on their path. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
/** Where the pages say that an installation answers. */
const PRINTED_URL = 'http://127.0.0.1:3100';

export interface Block {
  readonly title: string;
  /** What stands behind the three marks: `sh` is run here, `sh elsewhere` by another test. */
  readonly kind: string;
  readonly code: string;
}

/** The blocks of a page, under the heading or the bold words before them. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(docs, page), 'utf8');
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: kind = '', 2: code = '' }) => ({
      title: titleBefore(text.slice(0, index)),
      kind,
      code,
    }),
  );
}

const titleBefore = (text: string): string =>
  [...text.matchAll(/^(?:#+ (.+)|\*\*([^*]+)\*\*)/gm)].map(([, a, b]) => a ?? b).at(-1) ?? '';

export interface Reader {
  /** @returns what was printed on both streams. @throws if a command fails. */
  readonly run: (code: string) => Promise<string>;
  readonly folder: string;
}

/**
 * A person with a home and a working folder.
 * @param terminal `one` has variables that stay from one page to the next, of `each` command has its own
 */
export function openReader(
  base: string,
  { url, terminal, env }: { url: string; terminal: 'one' | 'each'; env: Record<string, string> },
): Reader {
  const at = (name: string): string => join(base, name);
  for (const name of ['bin', 'home', 'work']) mkdirSync(at(name), { recursive: true });
  // Agents of `muster work` are users of their own, who pass through the folders above their homes.
  for (const name of ['', 'homes']) mkdirSync(at(name), { recursive: true, mode: 0o711 });
  chmodSync(base, 0o711);
  const homes = `[ "$1" = work ] && { shift; set -- work --home '${at('homes')}' "$@"; }`;
  const muster = `#!/bin/sh\n${homes}\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
  writeFileSync(at('bin/muster'), muster, { mode: 0o755 });
  const variables = at('variables.sh');
  writeFileSync(variables, '');
  return {
    folder: at('work'),
    async run(code) {
      const script = `exec 2>&1; set -euo pipefail; set -a; . '${variables}'
${code.replaceAll(PRINTED_URL, url)}
${terminal === 'one' ? `export -p > '${variables}'` : ''}`;
      const path = [at('bin'), dirname(process.execPath), process.env['PATH']].join(':');
      const { stdout } = await promisify(execFile)('bash', ['-c', script], {
        cwd: at('work'),
        env: { PATH: path, HOME: at('home'), ...env },
      }).catch(({ stdout: printed, code: exit }: { stdout: string; code: number }) => {
        throw new Error(`ended with ${exit}:\n${printed}`);
      });
      return stdout;
    },
  };
}
