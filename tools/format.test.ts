import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'muster-format-'));
copyFileSync(join(root, '.oxfmtrc.json'), join(folder, '.oxfmtrc.json'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The exit code of `pnpm check`'s format step for a file of this text. */
function checkFormat(text: string): number | null {
  writeFileSync(join(folder, 'a.ts'), text);
  const command = join(root, 'node_modules/.bin/oxfmt');
  return spawnSync(command, ['--check', '.'], { cwd: folder, stdio: 'ignore' }).status;
}

describe('the format step', () => {
  it('accepts a file as the formatter writes it', () => {
    expect(checkFormat("export const a = 'b';\n")).toBe(0);
  });

  it('refuses a file that is laid out in another way', () => {
    expect(checkFormat('export const a = "b"\n')).not.toBe(0);
  });
});
