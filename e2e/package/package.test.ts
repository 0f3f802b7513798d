/**
 * The package of the whole: what is in it, and that it is all that a machine with Node and npm needs, from the install
 * in an empty folder to a start after everything was killed. It runs under the oldest Node that it is made for.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@muster/local-servers';
import { OLDEST_NODE, packMuster } from '@muster/tools/package';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installed } from '../programs/install.ts';
import { openInstallation, type Command } from './installation.ts';

/** A first install downloads the servers and a Node. */
const STORY_MS = 600_000;
const MAX_BYTES = 12 * 1_024 * 1_024;
const repository = join(import.meta.dirname, '../..');

const scratch = mkdtempSync(join(tmpdir(), 'muster-packed-'));
const unpacked = join(scratch, 'package');
let tarball = '';
let node = '';

beforeAll(async () => {
  tarball = await packMuster(scratch);
  execFileSync('tar', ['-xzf', tarball, '-C', scratch]);
  node = await installed({
    name: `node-linux-${process.arch}`,
    version: OLDEST_NODE,
    bin: 'node',
  });
}, STORY_MS);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const listed = (): string[] =>
  execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('/'))
    .map((path) => path.replace(/^package\//, ''));

const textOf = (path: string): string => readFileSync(join(unpacked, path), 'utf8');

describe('the package', () => {
  it('is small', () => {
    expect(statSync(tarball).size).toBeLessThan(MAX_BYTES);
  });

  it('has no test, no source that Node would have to strip, no secret and no map', () => {
    const unwanted =
      /\.[cm]?tsx?$|\.map$|(?:^|\/)(?:tests?|fixtures|e2e)\/|\.test\.|\.(?:pem|key|env|log|tgz)$|(?:^|\/)\./;
    expect(listed().filter((path) => unwanted.test(path))).toEqual([]);
  });

  it('knows nothing of the machine that made it', () => {
    const home = process.env['HOME'] ?? repository;
    const places = [repository, scratch, ...(home === '/' ? [] : [`${home}/`])];
    const telling = listed().filter((path) => {
      const bytes = readFileSync(join(unpacked, path), 'latin1');
      return places.some((place) => bytes.includes(place));
    });
    expect(telling).toEqual([]);
  });

  it('has no import of a source, and names none as a program', () => {
    // Built pages are one bundle.
    const own = listed().filter(
      (path) => path.endsWith('.js') && !/node_modules\/|board\/builds\//.test(path),
    );
    const naming = own.filter((path) =>
      /(?:from|import\() ?['"][^'"]*\.ts['"]|new URL\([^)]*\.ts['"`]|['"]@muster\//.test(
        textOf(path).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
      ),
    );
    expect(naming).toEqual([]);
  });

  it('has every line where the source has it, so that a stack trace tells the place', () => {
    const source = readFileSync(join(repository, 'services/issues/src/service.ts'), 'utf8');
    const lines = textOf('services/issues/src/service.js').split('\n');
    const at = source.split('\n').findIndex((line) => line.includes('migrations: new URL('));
    expect(at).toBeGreaterThan(0);
    expect(lines[at]).toContain('migrations: new URL(');
  });

  it('keeps the licence of each package of others', () => {
    const files = listed();
    const folders = files
      .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
      .map(dirname);
    const isLicence = /^(?:licen[cs]e|copying|copyright|readme)/i;
    const without = folders.filter(
      (folder) => !files.some((path) => dirname(path) === folder && isLicence.test(basename(path))),
    );
    expect(folders.length).toBeGreaterThan(50);
    expect(without).toEqual([]);
    const ofPages = files.find((path) => /^board\/builds\/\w+\/licenses\.md$/.test(path)) ?? '';
    expect(textOf(ofPages)).toContain('react-dom');
  });

  it('has packages of others that the oldest Node loads', async () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as {
      dependencies: Record<string, string>;
    };
    const names = Object.keys(dependencies).filter((name) => name !== 'swagger-ui-dist');
    const script = `for (const name of ${JSON.stringify(names)}) await import(name); process.exit();`;
    const args = ['--input-type=module', '-e', script];
    const { stderr } = await promisify(execFile)(node, args, { cwd: unpacked });
    expect(stderr).toBe('');
  });
});

describe('a machine with nothing but Node and npm', () => {
  it(
    'installs and starts the whole in an empty folder, and keeps its data',
    async () => {
      const port = String(await freePort());
      const baseUrl = `http://127.0.0.1:${port}`;
      const user = openInstallation({ tarball, node, env: { PORT: port } });
      onTestFinished(user.remove);

      const startedAt = performance.now();
      const first = user.startByNpx();
      await first.says('Muster is up');
      await requireHealthy(baseUrl);
      const seconds = (performance.now() - startedAt) / 1_000;
      const ofStart = /is up after (.*) s/.exec(first.output())?.[1];
      process.stdout.write(
        `From an empty folder to a healthy system: ${seconds.toFixed(1)} s, of which the start ${ofStart} s\n`,
      );
      expect(first.output()).toContain(`with its data in ${join(user.folder, '.muster')}`);
      const page = await fetch(baseUrl, { headers: { accept: 'text/html' } });
      expect(page.headers.get('content-type')).toContain('text/html');
      expect((await fetch(`${baseUrl}/api/openapi.json`)).status).toBe(200);
      // Of the example company: its agents were started by the runner, and have claimed and finished issues.
      await first.says('has finished an issue');
      const made = await user.asBoard(`${baseUrl}/api/companies`, { name: 'Kept' });
      expect(await stop(first)).toContain('Stopping.');

      const second = user.start({ MUSTER_PROCESSES: 'each', MUSTER_SEED: 'none' });
      await second.says('Muster is up');
      await requireHealthy(baseUrl);
      expect(await user.asBoard(`${baseUrl}/api/companies`)).toContain('Kept');
      second.signal('SIGKILL');
      await second.ended;

      const third = user.start({ MUSTER_SEED: 'none' });
      await third.says('Muster is up');
      await requireHealthy(baseUrl);
      const { id } = JSON.parse(made) as { id: string };
      expect(await user.asBoard(`${baseUrl}/api/companies/${id}`)).toContain('Kept');
      third.signal('SIGTERM');
      expect(await third.ended).toBe(0);
    },
    STORY_MS,
  );
});

/** Answers with the output. There is no exit code: npx ends by the same signal. */
async function stop(command: Command): Promise<string> {
  command.signal('SIGINT');
  await command.ended;
  return command.output();
}

async function requireHealthy(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/health`);
  expect(await answer.json()).toMatchObject({ status: 'ok' });
}
