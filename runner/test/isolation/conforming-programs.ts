/** `<kind> <folder>`: runs the same programs in an isolation, and prints what became of them. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { openKind, ownUids, type Kind } from './kinds.ts';
import { shellIn, startIn, type StartInput } from './start-in.ts';

const [kind, folder] = process.argv.slice(2) as [Kind, string];
const runsDir = join(folder, 'runs');
const project = join(folder, 'project');
for (const made of [runsDir, project]) mkdirSync(made);
chmodSync(project, 0o777);

const isolation = await openKind[kind]({
  runsDir,
  hide: [],
  uids: ownUids(),
  loopbackPorts: [],
});
const companyId = randomUUID();
const agent = { companyId, agentId: randomUUID() };
/** Stands for the gateway, at the loopback and at another address of this machine. */
const answering = async (host: string): Promise<string> => {
  const server = createServer((_, answer) => answer.end('here'))
    .listen(0, host)
    .unref();
  await once(server, 'listening');
  return `http://${host}:${(server.address() as AddressInfo).port}`;
};
const outward = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal);
const atLoopback = await answering('127.0.0.1');
const atOwnAddress = await answering(outward?.address ?? '127.0.0.1');

const folders = await isolation.prepare(agent, atLoopback);

async function answerAt(apiUrl: string): Promise<string> {
  const other = { companyId: randomUUID(), agentId: randomUUID() };
  const from = await isolation.prepare(other, apiUrl);
  const script = `fetch('${apiUrl}').then((answer) => answer.text()).then(console.log)`;
  const { stdout } = await (await startIn(isolation, from, [process.execPath, '-e', script])).ended;
  await isolation.end(from);
  return stdout;
}

const sh = async (script: string, input?: StartInput) => {
  await isolation.prepare(agent, atLoopback);
  const { exitCode, signal, stdout, stderr } = await (
    await shellIn(isolation, folders, script, input)
  ).ended;
  return { exitCode, signal, stdout: stdout.replaceAll(folders.home, '~'), stderr };
};

async function asked(): Promise<unknown> {
  const started = await shellIn(
    isolation,
    folders,
    'trap "echo asked; exit 3" TERM; echo begun; while :; do sleep 0.1; done',
  );
  await started.first;
  started.signal('SIGTERM');
  const { exitCode, stdout } = await started.ended;
  return { exitCode, stdout };
}

async function ended(): Promise<unknown> {
  const started = await shellIn(
    isolation,
    folders,
    'trap : TERM; sh -c "trap : TERM; while :; do sleep 1; done" & echo begun; wait; wait',
  );
  await started.first;
  await isolation.end(folders, started.leader);
  return (await started.ended).stdout;
}

const values = { TEXT: `it's "two"\nlines $HOME`, EMPTY: '', LANG: 'C.UTF-8', a: 'short' };
process.stdout.write(
  JSON.stringify({
    environment: await sh('env -0 | sort -z | tr "\\0" ";"', {
      env: { ...values, PATH: '/usr/bin:/bin' },
    }),
    folders: await sh('pwd; echo "$HOME $TMPDIR"; echo kept > ~/note; echo here > "$TMPDIR/x"'),
    kept: await sh('cat ~/note; rm -r "$TMPDIR"'),
    madeAgain: await sh('cd "$TMPDIR" && ls'),
    project: await sh('echo result > made && cat made', { cwd: project }),
    missing: await sh('true', { cwd: join(folder, 'missing') }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    ),
    gateway: [await answerAt(atLoopback), await answerAt(atOwnAddress)],
    code: await sh('exit 7'),
    killed: await sh('kill -KILL $$'),
    limits: await sh('ulimit -c; ulimit -p'),
    asked: await asked(),
    ended: await ended(),
    another: (await isolation.prepare({ companyId, agentId: randomUUID() })).home !== folders.home,
  }),
);
