/** `<kind> <folder>`: looks at folders and programs as an agent, and prints what was found. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '@muster/runner-protocol';
import { explainEnd } from '../../src/hands/explain-end.ts';
import { resolvePlaces, type Resolved } from '../../src/hands/resolve-places.ts';
import { openKind, ownUids, type Kind } from './kinds.ts';
import { shellIn } from './start-in.ts';

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
const place = await isolation.prepare({ companyId: randomUUID(), agentId: randomUUID() });
await shellIn(isolation, place, `ln -s ${project} out; mkdir in; ln -s ../in ../near`).ended;
// For its owner, too: the isolations that share the runner's user are to find the same.
chmodSync(locked, 0o000);

async function found(
  cwd: string | null,
  instructionsFile: string | null,
  roots: readonly string[] = [],
): Promise<unknown> {
  const surroundings = { isolation, place, roots };
  const answer: Resolved | Outcome = await resolvePlaces(surroundings, { cwd, instructionsFile });
  const shown = 'cwd' in answer ? answer : { [answer.errorCode ?? '']: answer.error };
  return JSON.parse(JSON.stringify(shown).replaceAll(place.home, '~').replaceAll(folder, ''));
}

async function explained(program: string, exitCode: number): Promise<unknown> {
  const outcome = { status: 'failed', exitCode, signal: null, error: 'x', errorCode: 'exit_code' };
  const env = { PATH: `${locked}:/usr/bin:/bin` };
  const command = [program] as [string];
  const { errorCode, signal, error } = await explainEnd(
    { isolation, place },
    { command, cwd: place.workspace, env },
    outcome as Outcome,
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
