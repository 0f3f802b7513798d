import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from './service-names.ts';
import { natsUsers } from './steps/nats-users.ts';
import { keyFolder, loginUrl, seedFile } from './users.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-users-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const OWNER = 'postgres://muster:of-the-owner@127.0.0.1:5/muster';

describe('the users of a data folder', () => {
  it('are the services and the operator, each with a key that is created once', () => {
    const first = natsUsers(folder);
    const keys = [...first.matchAll(/^NKEY_(\w+): "(U[A-Z2-7]{55})"$/gm)];
    expect(new Set(keys.map(([, name]) => name?.toLowerCase()))).toEqual(
      new Set([...SERVICES, 'system']),
    );
    expect(new Set(keys.map(([, , key]) => key)).size).toBe(keys.length);
    expect(natsUsers(folder)).toBe(first);
    expect(readFileSync(seedFile(folder, 'issues'), 'utf8')).toMatch(/^SU/);
  });

  it('have passwords of their own in Postgres, different from the owner', () => {
    const urls = SERVICES.map((service) => new URL(loginUrl(folder, service, OWNER)));
    expect(urls.map(({ username }) => username)).toEqual(SERVICES.map((name) => `muster_${name}`));
    const passwords = new Set(urls.map(({ password }) => password));
    expect(passwords.size).toBe(SERVICES.length);
    expect([...passwords]).not.toContain('of-the-owner');
    expect(loginUrl(folder, 'issues', OWNER)).toBe(loginUrl(folder, 'issues', OWNER));
  });

  it('have key files that only their owner can read', () => {
    expect(statSync(keyFolder(folder)).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(keyFolder(folder))) {
      expect(statSync(join(keyFolder(folder), file)).mode & 0o777).toBe(0o400);
    }
  });
});
