import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homesFolder, needsReachableHomes, removeHomes } from './homes.ts';

const isRoot = process.getuid?.() === 0;
/** Agents are users of their own only where root starts the stack. */
const REACHABLE = { reachable: isRoot };
const INSIDE = { reachable: false };

let folder = '';
let dataDir = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-homes-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
});
afterEach(() => {
  removeHomes(dataDir);
  rmSync(folder, { recursive: true });
});

it('are in the data folder where no agent has to walk to them', () => {
  expect(homesFolder(dataDir, INSIDE)).toBe(join(dataDir, 'runs'));
  expect(statSync(join(dataDir, 'runs')).mode & 0o777).toBe(0o700);
});

it('need not be reachable for agents that are not users of their own', () => {
  expect(needsReachableHomes('none')).toBe(false);
  expect(needsReachableHomes('sandbox')).toBe(false);
});

describe('homes that agents reach', () => {
  it('are next to the data folder', () => {
    const homes = homesFolder(dataDir, REACHABLE);
    const parent = isRoot ? folder : dataDir;
    expect(dirname(isRoot ? dirname(homes) : homes)).toBe(parent);
    if (isRoot) expect(statSync(dirname(homes)).mode & 0o777).toBe(0o711);
  });

  it('are in a system folder where the way to the data folder is closed', () => {
    chmodSync(folder, 0o700);
    const homes = homesFolder(dataDir, REACHABLE);
    expect(homes.startsWith(isRoot ? '/var/lib/muster/data-homes-' : dataDir)).toBe(true);
  });

  it('keep what was in the data folder, with its owners and links', () => {
    const home = join(homesFolder(dataDir, INSIDE), 'an-agent');
    mkdirSync(home);
    writeFileSync(join(home, 'work'), 'of an agent');
    symlinkSync('/etc/hostname', join(home, 'link'));
    const owner = isRoot ? 20_001 : statSync(home).uid;
    chownSync(join(home, 'work'), owner, statSync(home).gid);
    const moved = join(homesFolder(dataDir, REACHABLE), 'an-agent');
    expect(readFileSync(join(moved, 'work'), 'utf8')).toBe('of an agent');
    expect(lstatSync(join(moved, 'work')).uid).toBe(owner);
    expect(readlinkSync(join(moved, 'link'))).toBe('/etc/hostname');
    expect(existsSync(home)).toBe(!isRoot);
  });

  it('stay where they are when agents no longer walk to them', () => {
    const homes = homesFolder(dataDir, REACHABLE);
    expect(homesFolder(dataDir, INSIDE)).toBe(homes);
  });

  it('are moved after a start that was interrupted before it could', () => {
    const outside = join(folder, 'outside');
    mkdirSync(outside);
    writeFileSync(join(dataDir, 'homes'), `${outside}\n`);
    mkdirSync(join(dataDir, 'runs', 'an-agent'), { recursive: true });
    homesFolder(dataDir, REACHABLE);
    expect(existsSync(join(outside, 'runs', 'an-agent'))).toBe(true);
    expect(existsSync(join(dataDir, 'runs'))).toBe(false);
  });

  it('are deleted with the data folder', () => {
    const homes = homesFolder(dataDir, REACHABLE);
    removeHomes(dataDir);
    expect(existsSync(homes)).toBe(!isRoot);
  });
});
