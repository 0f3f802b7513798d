import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requireSameVersion } from './postgres-version.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-version-'));
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin', 'postgres');
  writeFileSync(program, '#!/bin/sh\necho "postgres (PostgreSQL) 18.3 (Debian)"\n');
  chmodSync(program, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const writtenBy = (version: string): void =>
  writeFileSync(join(folder, 'PG_VERSION'), `${version}\n`);

describe('data of Postgres', () => {
  it('is opened by the major version that wrote it', () => {
    writtenBy('18');
    expect(() => requireSameVersion(folder, folder)).not.toThrow();
  });

  it.each(['17', '19', '1'])(
    'of version %s is refused by another one, with the way out',
    (other) => {
      writtenBy(other);
      expect(() => requireSameVersion(folder, folder)).toThrow(
        new RegExp(`PostgreSQL ${other} wrote .* brings 18, .*pg_dumpall`),
      );
    },
  );
});
