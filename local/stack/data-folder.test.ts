import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDataFolder, openDataFolder } from './data-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('makes the data folder and what is in it for its user alone', () => {
  const dataDir = openDataFolder(join(folder, 'data'));
  expect(modeOf(dataDir)).toBe(0o700);
  expect(modeOf(join(dataDir, 'servers'))).toBe(0o700);
  expect(isDataFolder(dataDir)).toBe(true);
});

it('closes one that an earlier release let other users pass through', () => {
  chmodSync(folder, 0o711);
  mkdirSync(join(folder, 'servers'));
  openDataFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, 'servers'))).toBe(0o700);
});

it('takes a new volume, which is not quite empty', () => {
  mkdirSync(join(folder, 'lost+found'));
  expect(isDataFolder(openDataFolder(folder))).toBe(true);
});

it('refuses a folder with files of others, and leaves it open', () => {
  writeFileSync(join(folder, 'theirs'), '');
  chmodSync(folder, 0o755);
  expect(() => openDataFolder(folder)).toThrow(
    `choose an empty folder, such as MUSTER_DATA_DIR=${join(folder, 'muster')}`,
  );
  expect(modeOf(folder)).toBe(0o755);
});
