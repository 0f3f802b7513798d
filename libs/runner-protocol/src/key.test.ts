import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeRunnerKey, parseRunnerKey, readRunnerKey } from './key.ts';

const folder = mkdtempSync(join(tmpdir(), 'runner-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a key file', () => {
  it('holds the key, with or without a newline', () => {
    const text = makeRunnerKey();
    const path = join(folder, 'key');
    writeFileSync(path, `${text}\n`);
    expect(readRunnerKey(path)).toEqual(parseRunnerKey(text));
    expect(readRunnerKey(path).bytes).toHaveLength(32);
    expect(text).not.toContain(readRunnerKey(path).id);
  });

  it.each(['', 'short', `${makeRunnerKey()}${makeRunnerKey()}`, 'ä'.repeat(43)])(
    'that holds something else is a fault that names the file and not its content: %j',
    (text) => {
      const path = join(folder, 'wrong');
      writeFileSync(path, text);
      expect(() => readRunnerKey(path)).toThrow(
        `${path}: not a key: 32 bytes in base64url are expected`,
      );
    },
  );

  it('that is missing is a fault that names it', () => {
    expect(() => readRunnerKey(join(folder, 'none'))).toThrow('cannot be read');
  });
});
