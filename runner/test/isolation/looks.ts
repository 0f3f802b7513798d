/** `<kind> <folder>`: looks at folders and programs as an agent, and prints what was found. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '@muster/runner-protocol';
import { explainEnd } from '../../src/hands/explain-end.ts';
import { resolvePaths, type Resolved } from '../../src/hands/resolve-paths.ts';
import { openKind, ownUids, type Kind } from './kinds.ts';
import { shellIn, startIn, type Ended } from './start-in.ts';

const [kind, folder] = process.argv.slice(2) as [Kind, string];
const [runs, project, locked] = ['runs', 'project', 'locked'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
for (const made of [runs, project, locked, join(project, 'sub'), join(locked, 'in')]) {
  mkdirSync(made);
}
writeFileSync(join(project, 'AGENTS.md'), 'Work.');
chmodSync(project, 0o755);

const isolation = await openKind[kind]({
  runsDir: runs,
  hide: [],
  uids: ownUids(),
  loopbackPorts: [],
});
const folders = await isolation.prepare({ companyId: randomUUID(), agentId: randomUUID() });
await (
  await shellIn(isolation, folders, `ln -s ${project} out; mkdir in; ln -s ../in ../near`)
).ended;
// For its owner, too: the isolations that share the runner's user are to find the same.
chmodSync(locked, 0o000);

async function found(
  cwd: string | null,
  instructionsFile: string | null,
  roots: readonly string[] | null = null,
): Promise<unknown> {
  const surroundings = { isolation, folders, roots };
  const answer: Resolved | Outcome = await resolvePaths(surroundings, { cwd, instructionsFile });
  const shown = 'cwd' in answer ? await seen(answer) : { [answer.errorCode ?? '']: answer.error };
  return JSON.parse(JSON.stringify(shown).replaceAll(folders.home, '~').replaceAll(folder, ''));
}

/** Where no look was taken, the start shows what is in the way, and this is how it is explained. */
async function seen(resolved: Resolved): Promise<unknown> {
  if (!resolved.isUnseen) return resolved;
  const { cwd } = resolved;
  const started = await printFolder(cwd).catch(() => ({ exitCode: null, stdout: '' }));
  if (started.exitCode === 0) return { ...resolved, cwd: started.stdout.trim() };
  const command = ['/bin/sh'] as [string];
  const { errorCode, error } = await explainEnd(
    { isolation, folders },
    { command, cwd, env: { PATH: '/usr/bin:/bin' } },
    outcomeOf(started.exitCode),
    true,
  );
  return { [errorCode ?? '']: error };
}

/** Rejects for a folder that is missing or a file, where nothing wraps the program. */
async function printFolder(cwd: string): Promise<Ended> {
  const started = await startIn(isolation, folders, ['/bin/sh', '-c', 'pwd -P'], { cwd });
  return started.ended;
}

const outcomeOf = (exitCode: number | null): Outcome => ({
  status: 'failed',
  exitCode,
  signal: null,
  error: 'x',
  errorCode: exitCode === null ? 'not_started' : 'exit_code',
});

async function explained(program: string, exitCode: number): Promise<unknown> {
  const env = { PATH: `${locked}:/usr/bin:/bin` };
  const command = [program] as [string];
  const { errorCode, signal, error } = await explainEnd(
    { isolation, folders },
    { command, cwd: folders.workspace, env },
    outcomeOf(exitCode),
  );
  return { errorCode, signal, names: error?.includes(locked) };
}

process.stdout.write(
  JSON.stringify({
    nothing: await found(null, null),
    project: await found(project, 'AGENTS.md'),
    relative: await found('in', null),
    near: await found('../near', null),
    missing: await found(join(folder, 'nowhere'), null),
    file: await found(join(project, 'AGENTS.md'), null),
    locked: Object.keys((await found(join(locked, 'in'), null)) as object),
    leadingOut: await found('out', null),
    inRoots: await found('out', 'AGENTS.md', [project]),
    outsideRoots: await found(project, null, [join(project, 'sub')]),
    noRoots: await found(project, null, []),
    ownWithoutRoots: await found('in', 'AGENTS.md', []),
    instructionsOutside: await found(join(project, 'sub'), '../AGENTS.md', [join(project, 'sub')]),
    instructionsMissing: await found(project, 'NONE.md', [project]),
    programLocked: await explained(join(locked, 'in', 'tool'), 126),
    programInLockedPath: await explained('tool', 127),
    programNowhere: await explained('/nowhere/tool', 127),
    programThere: await explained('sh', 126),
    signalled: await explained('sh', 137),
  }),
);
chmodSync(locked, 0o700);
