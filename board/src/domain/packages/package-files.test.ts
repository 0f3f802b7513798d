import { expect, it } from 'vitest';
import { belowOneFolder, isForeign, sentFileOf } from './package-files.ts';

const sent = (path: string, text: string) =>
  sentFileOf({ path, bytes: new TextEncoder().encode(text) });

it('sends texts as they are, and names what is no text or too large', () => {
  expect(sent('COMPANY.md', '\uFEFF---\r\n')).toEqual({
    path: 'COMPANY.md',
    text: '\uFEFF---\r\n',
  });
  const picture = sentFileOf({ path: 'logo.png', bytes: new Uint8Array([0x89, 0xff]) });
  expect(picture).toEqual({ path: 'logo.png', text: '', omitted: 'binary' });
  expect(sent('long.md', 'x'.repeat(1_000_001))).toMatchObject({ omitted: 'too_large' });
});

it('begins paths below the folder of an archive, but not below a folder of the package', () => {
  const paths = (...all: string[]) =>
    belowOneFolder(all.map((path) => sent(path, ''))).map((file) => file.path);
  expect(paths('acme-main/COMPANY.md', 'acme-main/agents/a/AGENTS.md')).toEqual([
    'COMPANY.md',
    'agents/a/AGENTS.md',
  ]);
  expect(paths('agents/a/AGENTS.md', 'agents/b/AGENTS.md')).toEqual([
    'agents/a/AGENTS.md',
    'agents/b/AGENTS.md',
  ]);
  expect(paths('COMPANY.md', 'agents/a/AGENTS.md')).toEqual(['COMPANY.md', 'agents/a/AGENTS.md']);
});

it('knows files of other programs', () => {
  const all = ['x/.git/HEAD', '__MACOSX/a.md', 'a/.DS_Store', 'agents/git/AGENTS.md'];
  expect(all.map(isForeign)).toEqual([true, true, true, false]);
});
