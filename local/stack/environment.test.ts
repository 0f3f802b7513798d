import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardFolder } from './board.ts';
import { compileCache } from './environment.ts';

describe('what runs in every process or browser', () => {
  it('lies in a folder to which nobody else may write', () => {
    for (const folder of [
      compileCache(join(tmpdir(), 'none')),
      boardFolder(join(tmpdir(), 'none')),
    ]) {
      const { mode, uid } = statSync(folder);
      expect(mode & 0o777).toBe(0o700);
      expect(uid).toBe(process.getuid?.());
    }
  });
});
