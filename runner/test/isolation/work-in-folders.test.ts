import { describeEach } from '@muster/test-kit/needs';
import { expect, it } from 'vitest';
import { allKinds, hasKind, inProcessFor } from './kinds.ts';

const FOLDERS = new URL('work-in-folders.ts', import.meta.url);

describeEach(allKinds, hasKind)('isolation: %s', (kind) => {
  it('has no agent work in the system, /tmp, a home or what is of the runner, by links neither', async () => {
    const got = (await inProcessFor(kind, FOLDERS)) as {
      readonly closed: Readonly<Record<string, readonly [code: string, wrapped: unknown]>>;
      readonly ordinary: readonly string[];
    };
    const codes = Object.entries(got.closed).map(([folder, [code]]) => [folder, code]);
    expect(codes.filter(([, code]) => code !== 'folder_not_allowed')).toEqual([]);
    expect(codes.length).toBeGreaterThan(20);
    // A sandbox shows none of them either, whoever asks it to.
    const wrapped = Object.values(got.closed).map(([, answer]) => answer);
    if (kind.includes('sandbox')) expect(new Set(wrapped)).toEqual(new Set(['refused']));
    expect(got.ordinary).toEqual(['worked', 'worked', 'worked']);
  });
});
