import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linkLibraries } from './library-links.ts';

const root = mkdtempSync(join(tmpdir(), 'muster-links-'));
const folder = join(root, 'native/lib');
const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' };
mkdirSync(folder, { recursive: true });
writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify([link]));

afterAll(() => rmSync(root, { recursive: true }));

describe('linkLibraries', () => {
  it('makes the links that an install without scripts lacks', () => {
    linkLibraries(root);
    expect(readlinkSync(join(folder, 'libpq.so'))).toBe('libpq.so.5.18');
  });

  it('leaves those that are there', () => {
    expect(() => linkLibraries(root)).not.toThrow();
  });

  it('says what to do where it cannot make them', () => {
    rmSync(folder, { recursive: true });
    expect(() => linkLibraries(root)).toThrow('set DATABASE_URL');
  });
});
