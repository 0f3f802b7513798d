import { mkdirSync, mkdtempSync, renameSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardIn, readBuild } from './board-build.ts';

const NAME = '0123456789abcdef';

function makeBuild(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>${name}</title>`);
  writeFileSync(
    join(folder, 'build.json'),
    JSON.stringify({ pages: ['^/$', '^/[A-Z]+/issues/?$'] }),
  );
  for (const file of ['main-a.js', 'main-a.js.br', 'main-a.js.gz', 'font-a.woff2', 'notes.txt']) {
    writeFileSync(join(folder, 'assets', file), file);
  }
  return folder;
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'board-'));

describe('a build of the board', () => {
  it('has a document for the paths that are pages', async () => {
    const board = await readBuild(makeBuild(newFolder(), NAME), NAME);
    expect(board.page('/ACM/issues')?.bytes.toString()).toContain(NAME);
    expect(board.page('/')?.etag).toMatch(/^"[\w-]{43}"$/);
    expect(board.page('/nothing')).toBeUndefined();
    expect(board.page('/ACM/issues/../../x')).toBeUndefined();
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', undefined],
    ['', undefined],
  ])('answers a client that accepts "%s" compressed by %s', async (accepted, encoding) => {
    const board = await readBuild(makeBuild(newFolder(), NAME), NAME);
    const asset = board.asset('main-a.js', accepted);
    expect(asset).toMatchObject({ type: 'text/javascript; charset=utf-8', encoding });
    const suffix = { br: '.br', gzip: '.gz' }[encoding ?? ''] ?? '';
    expect(asset?.bytes.toString()).toBe(`main-a.js${suffix}`);
  });

  it('has fonts as they are, and no file of another kind or folder', async () => {
    const board = await readBuild(makeBuild(newFolder(), NAME), NAME);
    expect(board.asset('font-a.woff2', 'br')).toMatchObject({
      type: 'font/woff2',
      encoding: undefined,
    });
    for (const name of ['notes.txt', '../build.json', 'main-a.js.br', '__proto__']) {
      expect(board.asset(name, 'br')).toBeUndefined();
    }
  });

  it('is found in its folder once it is whole, and the newest wins', async () => {
    const folder = newFolder();
    const current = boardIn(folder, { failed: (error) => expect.unreachable(String(error)) });
    expect(current()).toBeUndefined();
    const unfinished = makeBuild(folder, `.${NAME}.1`);
    makeBuild(folder, 'fedcba9876543210');
    utimesSync(join(folder, 'fedcba9876543210'), 1, 1);
    renameSync(unfinished, join(folder, NAME));
    await expect.poll(() => current()?.build, { timeout: 10_000 }).toBe(NAME);
  });

  it.each([
    ['that does not exist', (folder: string) => rmdirSync(folder), 'ENOENT'],
    ['without a whole build', (folder: string) => makeBuild(folder, `.${NAME}.1`), 'has no build'],
  ])('that is missing for long in a folder %s is reported once', async (_, prepare, reason) => {
    const folder = newFolder();
    prepare(folder);
    const failures: unknown[] = [];
    let clock = 0;
    const current = boardIn(folder, { failed: (error) => failures.push(error), now: () => clock });
    for (clock of [60_000, 120_000, 180_000, 240_000]) current();
    await expect.poll(() => failures, { timeout: 10_000 }).toHaveLength(1);
    expect(String(failures[0])).toContain(reason);
    makeBuild(folder, NAME);
    const servedLater = () => {
      clock += 1_000;
      return current()?.build;
    };
    await expect.poll(servedLater, { timeout: 10_000 }).toBe(NAME);
    expect(failures).toHaveLength(1);
  });
});
