import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeSecret, keptSecret, privateFolder, writeSecret } from './private-files.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-private-'));
  file = join(folder, 'secret');
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('privateFolder', () => {
  it('makes a folder and its parents for their user alone', () => {
    const made = privateFolder(join(folder, 'outer', 'inner'));
    expect(modeOf(made)).toBe(0o700);
    expect(modeOf(join(folder, 'outer'))).toBe(0o700);
  });

  it('closes a folder that others could pass through', () => {
    const open = join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o711);
    expect(modeOf(privateFolder(open))).toBe(0o700);
  });
});

describe('writeSecret', () => {
  it('replaces a file that its own user cannot write to, and leaves nothing else', () => {
    writeSecret(file, 'first');
    writeSecret(file, 'second');
    expect(readFileSync(file, 'utf8')).toBe('second');
    expect(modeOf(file)).toBe(0o400);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('is not stopped by the draft of a write that was interrupted', () => {
    writeFileSync(`${file}.draft`, 'half', { mode: 0o400 });
    writeSecret(file, 'whole');
    expect(readFileSync(file, 'utf8')).toBe('whole');
  });
});

describe('keptSecret', () => {
  it('makes the secret once', () => {
    expect(keptSecret(file, () => 'first\n')).toBe('first');
    expect(keptSecret(file, () => 'second')).toBe('first');
    expect(modeOf(file)).toBe(0o400);
  });

  it('makes it again where an interrupted write left an empty file', () => {
    writeFileSync(file, '');
    expect(keptSecret(file, () => 'whole')).toBe('whole');
  });

  it('keeps the secret of an earlier release, and closes its file', () => {
    writeFileSync(file, 'of before\n', { mode: 0o644 });
    expect(keptSecret(file, () => 'new')).toBe('of before');
    expect(modeOf(file)).toBe(0o400);
  });

  it('does not replace what it cannot read', () => {
    mkdirSync(file);
    expect(() => keptSecret(file, () => 'new')).toThrow('EISDIR');
  });
});

it('closeSecret leaves the text as it is', () => {
  writeFileSync(file, 'text', { mode: 0o666 });
  closeSecret(file);
  expect(modeOf(file)).toBe(0o400);
  expect(readFileSync(file, 'utf8')).toBe('text');
});
