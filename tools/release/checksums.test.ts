import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checksumsOf } from './checksums.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-sums-'));
const paths = ['b.tgz', 'a.tgz'].map((name) => join(folder, name));
for (const path of paths) writeFileSync(path, path);

afterAll(() => rmSync(folder, { recursive: true }));

const verdicts = (): string =>
  execFileSync('sh', ['-c', 'sha256sum --check SHA256SUMS 2>/dev/null || :'], {
    cwd: folder,
    encoding: 'utf8',
  });

describe('checksumsOf', () => {
  it('is what sha256sum accepts, and refuses once a file differs', () => {
    writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(paths));
    expect(verdicts()).toBe('a.tgz: OK\nb.tgz: OK\n');
    writeFileSync(join(folder, 'a.tgz'), 'other');
    expect(verdicts()).toBe('a.tgz: FAILED\nb.tgz: OK\n');
  });
});
