import { closeSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog, rotateLog } from './log-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, text: string, maxBytes: number): void => {
  const file = openLog(path, maxBytes);
  writeSync(file, text);
  closeSync(file);
};

describe('the log of a process', () => {
  it('goes on in its file, and in a new one when that is long, beside which the old one stays', () => {
    const path = join(folder, 'logs', 'issues.log');
    write(path, 'started\n', 10);
    write(path, 'crashed\n', 10);
    write(path, 'started again\n', 10);
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('started\ncrashed\n');
    expect(readFileSync(path, 'utf8')).toBe('started again\n');
    writeFileSync(path, 'x'.repeat(11));
    write(path, '', 10);
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('x'.repeat(11));
  });

  it('is moved aside while its process runs, which goes on at the start of the file', () => {
    const path = join(folder, 'issues.log');
    const file = openLog(path);
    writeSync(file, 'first\n');
    rotateLog(path, 10);
    expect(readFileSync(path, 'utf8')).toBe('first\n');
    writeSync(file, 'second\n');
    rotateLog(path, 10);
    writeSync(file, 'third\n');
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('first\nsecond\n');
    expect(readFileSync(path, 'utf8')).toBe('third\n');
    closeSync(file);
  });
});
