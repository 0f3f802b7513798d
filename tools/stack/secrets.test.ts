import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boardTokenFile, masterKeyFile, secretFile } from './secrets.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const made = {
  secret: () => secretFile(folder),
  'master key': () => masterKeyFile(folder),
  'board token': () => boardTokenFile(folder, undefined).file,
};

describe.each(Object.entries(made))('the %s', (_, make) => {
  test('is made once and for its owner only', () => {
    const first = readFileSync(make(), 'utf8');
    expect(readFileSync(make(), 'utf8')).toBe(first);
    expect(statSync(make()).mode & 0o777).toBe(0o600);
  });
});

test('the master key has 32 bytes', () => {
  expect(Buffer.from(readFileSync(masterKeyFile(folder), 'utf8'), 'base64')).toHaveLength(32);
});
