import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresHome } from './postgres-home.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-home-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the home of Postgres', () => {
  it('is a folder of its own user', () => {
    const home = postgresHome(folder, undefined);
    expect(home).toBe(join(folder, 'files'));
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  it('is where an earlier release has recorded it', () => {
    const former = join(folder, 'elsewhere');
    writeFileSync(join(folder, 'location'), `${former}\n`);
    expect(postgresHome(folder, undefined)).toBe(former);
  });

  it('is not guessed where an earlier release has begun a second database', () => {
    mkdirSync(join(folder, 'files', 'cluster'), { recursive: true });
    writeFileSync(join(folder, 'location'), `${join(folder, 'elsewhere')}\n`);
    expect(() => postgresHome(folder, undefined)).toThrow('There are two databases');
  });
});
