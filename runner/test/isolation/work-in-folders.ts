/** `<kind> <folder>`: names hostile and ordinary folders as `cwd`, and prints what became of each. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePaths } from '../../src/hands/resolve-paths.ts';
import { FolderNotAllowed } from '../../src/isolation/closed-folders.ts';
import { openKind, ownUids, type Kind } from './kinds.ts';
import { shellIn } from './start-in.ts';

const [kind, folder] = process.argv.slice(2) as [Kind, string];
const made = (...names: string[]): string => {
  const path = join(folder, ...names);
  mkdirSync(path, { recursive: true, mode: 0o755 });
  return path;
};
const [runsDir, data, code, home] = [made('runs'), made('data'), made('code'), made('me')];
process.env['HOME'] = home;
const ordinary = [made('project'), made('me', 'project'), mkdtempSync('/tmp/project-')];
for (const path of ordinary) chmodSync(path, 0o777);
for (const [name, to] of Object.entries({ root: '/', home, neighbour: runsDir })) {
  symlinkSync(to, join(folder, 'project', name));
}

const isolation = await openKind[kind]({
  runsDir,
  hide: [data, join(folder, 'not-made-yet')],
  code: [code],
  uids: ownUids(),
  loopbackPorts: [],
});
const folders = await isolation.prepare({ companyId: randomUUID(), agentId: randomUUID() });
const neighbour = await isolation.prepare({ companyId: randomUUID(), agentId: randomUUID() });

const closed = [
  '/',
  '/proc',
  '/proc/self',
  '/sys/kernel',
  '/dev',
  '/dev/shm',
  '/run',
  '/run/user',
  '/var/run',
  '/tmp',
  '/tmp/',
  '/tmp/../tmp',
  '/root',
  '/home',
  '/home/somebody',
  home,
  folder,
  runsDir,
  neighbour.home,
  data,
  join(data, 'postgres'),
  join(folder, 'not-made-yet'),
  code,
  join(code, 'node_modules/.cache'),
  ...['root', 'root/proc', 'home', 'neighbour'].map((name) => join(folder, 'project', name)),
];

/** How a run ends that is to work there: by the rule, and by the wrapper alone. */
async function refusals(cwd: string): Promise<unknown> {
  const program = { cwd, instructionsFile: null };
  const decided = await resolvePaths({ isolation, folders, roots: ['/'] }, program);
  const wrapped = await isolation.wrapRun(folders, { command: ['/bin/true'], cwd, env: {} }).then(
    () => 'shown',
    (error: unknown) => (error instanceof FolderNotAllowed ? 'refused' : 'failed'),
  );
  return ['errorCode' in decided ? decided.errorCode : 'allowed', wrapped];
}

async function workIn(cwd: string): Promise<unknown> {
  writeFileSync(join(cwd, 'given'), 'given\n');
  const script = 'cat given && echo made > made && ls -d /proc/1 >/dev/null && pwd -P';
  const { stdout } = await (await shellIn(isolation, folders, script, { cwd })).ended;
  return stdout === `given\n${cwd}\n` ? 'worked' : stdout;
}

const answers = {
  closed: Object.fromEntries(
    await Promise.all(
      closed.map(async (cwd) => [cwd.replace(folder, '~'), await refusals(cwd)] as const),
    ),
  ),
  ordinary: [] as unknown[],
};
for (const cwd of ordinary) answers.ordinary.push(await workIn(cwd));
await isolation.end(folders);
rmSync(ordinary.at(-1) ?? '', { recursive: true, force: true });
process.stdout.write(JSON.stringify(answers));
