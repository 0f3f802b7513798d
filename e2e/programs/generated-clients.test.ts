/**
 * Clients that generators of npm make from the OpenAPI document: each compiles strictly, finishes the issue
 * of a heartbeat, and knows the refusals of an operation by their codes.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { issues } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { installed, type Package } from './install.ts';

const run = promisify(execFile);
/** A generator and two compilations on a busy machine. */
const STORY_MS = 300_000;

interface Generator {
  readonly client: 'openapi-fetch' | 'hey-api';
  readonly package: Package;
  readonly argv: (document: string) => readonly string[];
}

const TYPESCRIPT = '5.9.3';
const generators: readonly Generator[] = [
  {
    client: 'openapi-fetch',
    package: {
      name: 'openapi-typescript',
      version: '7.13.0',
      bin: 'openapi-typescript',
      beside: { 'openapi-fetch': '0.17.0', typescript: TYPESCRIPT, '@types/node': '24.19.2' },
    },
    argv: (document) => [document, '--output', 'generated.d.ts'],
  },
  {
    client: 'hey-api',
    package: {
      name: '@hey-api/openapi-ts',
      version: '0.99.0',
      bin: 'openapi-ts',
      beside: { typescript: TYPESCRIPT, '@types/node': '24.19.2' },
    },
    argv: (document) => ['--input', document, '--output', 'generated'],
  },
];

const strictly = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    noUncheckedIndexedAccess: true,
    outDir: 'out',
  },
  include: ['client.ts', 'generated*'],
};

const world = useSharedWorld();

/** The folder with the compiled client. */
async function compiled({ client, package: tool, argv }: Generator): Promise<string> {
  const bin = await installed(tool);
  const folder = join(world().folder, client);
  mkdirSync(folder);
  symlinkSync(dirname(dirname(bin)), join(folder, 'node_modules'));
  copyFileSync(join(import.meta.dirname, 'clients', `${client}.txt`), join(folder, 'client.ts'));
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"commonjs"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strictly));
  const { body } = await world().board.get('/api/openapi.json');
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(body));
  await run(bin, [...argv(document)], { cwd: folder });
  await run(join(dirname(bin), 'tsc'), ['-p', '.'], { cwd: folder }).catch((error: unknown) => {
    throw new Error(String(Object(error).stdout), { cause: error });
  });
  return join(folder, 'out');
}

describe.each(generators)('the client of $package.name', (generator) => {
  it(
    'compiles strictly and finishes a heartbeat',
    async () => {
      const { board, stack } = world();
      const out = await compiled(generator);
      const { id: companyId } = await createCompany(board);
      const ann = await addAgentWithKey(world(), companyId);
      const bob = await addAgentWithKey(world(), companyId);
      const mine = await addIssue(board, companyId, { assigneeAgentId: ann.agent.id });
      const others = await addIssue(board, companyId);
      const claim = { issueId: others.id, agentId: bob.agent.id };
      await bob.caller.call(issues, 'checkoutIssue', { ...claim, expectedStatuses: ['todo'] });
      const { stdout } = await run(process.execPath, [join(out, 'client.js')], {
        env: { URL: stack.baseUrl, TOKEN: ann.token, OTHERS_ISSUE: others.id },
      });
      expect(stdout.trim()).toBe('issue_owned_by_another_agent Done by a generated client.');
      const { status } = await board.call(issues, 'getIssue', { issueId: mine.id });
      expect(status).toBe('done');
    },
    STORY_MS,
  );
});
