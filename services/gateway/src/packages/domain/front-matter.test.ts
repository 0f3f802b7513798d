import { Refusal } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { readHead } from './front-matter.ts';
import { sortFiles } from './package-files.ts';

const headOf = (value: string): string => `---\nname: x\nk: ${value}\n---\n`;

describe('heads that hold up everybody else while they are parsed', () => {
  it.each([']'.repeat(16_000), `{${'a,'.repeat(2_000)}}`, '? '.repeat(2_000)])(
    'are not parsed: %.20s',
    (value) => {
      expect(readHead(headOf(value))).toBe('head_unusable');
    },
  );

  it('are refused with their package where many small ones do so', () => {
    const files = Array.from({ length: 100 }, (_, at) => ({
      path: `agents/a${at}/AGENTS.md`,
      text: headOf(`[${','.repeat(400)}`),
    }));
    const structure = 100 * 403;
    expect(() => [...sortFiles(files)]).toThrow(new Refusal('package_too_large', { structure }));
  });
});
