import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardTokenFile, formerWebhookSecret, masterKeyFile } from './secrets.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const made = {
  'master key': () => masterKeyFile(folder),
  'board token': () => boardTokenFile(folder, undefined).file,
};

describe.each(Object.entries(made))('the %s', (_, make) => {
  it('is created once, readable only by its owner', () => {
    const first = readFileSync(make(), 'utf8');
    expect(readFileSync(make(), 'utf8')).toBe(first);
    expect(statSync(make()).mode & 0o777).toBe(0o400);
  });

  it('of an earlier release stays, and is closed', () => {
    const first = readFileSync(make(), 'utf8');
    chmodSync(make(), 0o600);
    expect(readFileSync(make(), 'utf8')).toBe(first);
    expect(statSync(make()).mode & 0o777).toBe(0o400);
  });
});

it('the master key has 32 bytes', () => {
  expect(Buffer.from(readFileSync(masterKeyFile(folder), 'utf8'), 'base64')).toHaveLength(32);
});

it('the secret of the release before goes to webhooks alone, where there is one', () => {
  expect(formerWebhookSecret(folder)).toEqual({});
  const file = join(folder, 'secret');
  writeFileSync(file, 'a secret of the release before');
  expect(formerWebhookSecret(folder)).toEqual({ MUSTER_WEBHOOK_SECRET_PREVIOUS_FILE: file });
  expect(statSync(file).mode & 0o777).toBe(0o400);
});
