/**
 * The folder in which the agents of the example company work. It is outside of the data folder, which
 * no agent sees, and the data folder records its path: a later start finds it, a reset deletes it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAgentFolder, openToAgent } from '../demo/agent-folder.ts';

/** Files of the engineer, with the number of their lines. */
const FILES = { 'path-planner.md': 42, 'shelf-moves.csv': 180, 'safety-sheet.md': 17 };

const recordIn = (dataDir: string): string => join(dataDir, 'example-folder');

const recorded = (dataDir: string): string | undefined =>
  existsSync(recordIn(dataDir)) ? readFileSync(recordIn(dataDir), 'utf8').trim() : undefined;

export function exampleFolder(dataDir: string): string {
  const known = recorded(dataDir);
  if (known !== undefined && existsSync(known)) return known;
  const made = makeAgentFolder('muster-example-');
  writeFileSync(recordIn(dataDir), `${made}\n`);
  return made;
}

/** Where one agent works. Each has its own, because each writes a report there. */
export function workFolder(folder: string, agent: string): string {
  const path = join(folder, agent);
  mkdirSync(path, { recursive: true });
  openToAgent(path);
  return path;
}

/** Something to count. */
export function writeFiles(folder: string): void {
  for (const [name, lines] of Object.entries(FILES)) {
    const text = Array.from({ length: lines }, (_, line) => `${name}, line ${line + 1}\n`);
    writeFileSync(join(folder, name), text.join(''));
  }
}

export function removeExampleFolder(dataDir: string): void {
  const known = recorded(dataDir);
  if (known !== undefined) rmSync(known, { recursive: true, force: true });
}
