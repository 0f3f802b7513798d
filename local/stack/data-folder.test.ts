import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteEntries, isDataFolder, openDataFolder } from './data-folder.ts';

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
  mkdirSync(join(folder, 'servers', 'postgres'), { recursive: true });
  openDataFolder(folder);
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, 'servers'))).toBe(0o700);
});

it('refuses a folder of the kernel at once, in a sentence', () => {
  symlinkSync('/proc', join(folder, 'link'));
  for (const named of [
    '/proc/x',
    '/sys/muster/data',
    '/dev/shm/muster',
    join(folder, 'link', 'x'),
  ]) {
    expect(() => openDataFolder(named)).toThrow(
      /keeps no files: choose another one with MUSTER_DATA/,
    );
  }
});

it('says what to do where nothing can be written', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => openDataFolder(join(folder, 'file', 'data'))).toThrow(
    /^Nothing can be written to the data folder .*ENOTDIR.*MUSTER_DATA_DIR/,
  );
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

it('refuses a folder of others in which something has the name of ours', () => {
  for (const name of ['servers', 'keys']) mkdirSync(join(folder, name));
  expect(isDataFolder(folder)).toBe(false);
  mkdirSync(join(folder, 'servers', 'postgres'));
  expect(isDataFolder(folder)).toBe(true);
  writeFileSync(join(folder, 'main.tf'), '');
  expect(isDataFolder(folder)).toBe(false);
  expect(() => openDataFolder(folder)).toThrow('files that are not of Muster');
});

it('knows a data folder by its mark, whatever else somebody has put there', () => {
  const dataDir = openDataFolder(join(folder, 'data'));
  writeFileSync(join(dataDir, 'notes.txt'), 'theirs');
  expect(isDataFolder(dataDir)).toBe(true);
  expect(openDataFolder(dataDir)).toBe(dataDir);
});

it('deletes what is ours, and the folder only if nothing else is in it', () => {
  const dataDir = openDataFolder(join(folder, 'data'));
  writeFileSync(join(dataDir, 'notes.txt'), 'theirs');
  expect(deleteEntries(dataDir)).toEqual(['notes.txt']);
  expect(readdirSync(dataDir)).toEqual(['notes.txt']);
  rmSync(join(dataDir, 'notes.txt'));
  expect(deleteEntries(dataDir)).toEqual([]);
  expect(existsSync(dataDir)).toBe(false);
});
