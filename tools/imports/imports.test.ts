import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codeFolders, findForbiddenImports } from './cruise.ts';
import { importRules } from './rules.ts';

const root = join(import.meta.dirname, '../..');

/** It takes twelve seconds of CPU time, of which a busy machine may give it a tenth. */
const TREE_MS = 300_000;

describe('imports', () => {
  it(
    'of the tree keep to floors, homes and pure folders, and form no circle',
    { timeout: TREE_MS },
    async () => {
      expect(await findForbiddenImports(root, codeFolders, importRules)).toEqual([]);
    },
  );
});

/** A small tree, from path to text, and the rule that it breaks. */
type Breach = readonly [rule: string, files: Readonly<Record<string, string>>];

const imports = (from: string): string => `import { x } from '${from}';\nexport const y = x;\n`;
const importsType = (from: string): string =>
  `import type { X } from '${from}';\nexport type Y = X;\n`;
const leaf = 'export const x = 1;\nexport type X = number;\n';
const domain = 'services/issues/src/domain/a.ts';

const breaches: readonly Breach[] = [
  [
    'no circles',
    { 'libs/egress/src/a.ts': imports('./b.ts'), 'libs/egress/src/b.ts': imports('./a.ts') },
  ],
  [
    'no circles',
    {
      'libs/egress/src/a.ts': importsType('./b.ts'),
      'libs/egress/src/b.ts': importsType('./a.ts'),
    },
  ],
  [
    'floors of repository',
    { 'libs/test-kit/src/a.ts': imports('../../../tools/b.ts'), 'tools/b.ts': leaf },
  ],
  [
    'floors of repository',
    {
      'libs/service-kit/src/a.ts': imports('../../../services/issues/src/b.ts'),
      'services/issues/src/b.ts': leaf,
    },
  ],
  [
    'services do not know each other',
    {
      'services/issues/test/a.ts': imports('../../agents/src/b.ts'),
      'services/agents/src/b.ts': leaf,
    },
  ],
  [
    'floors of issues',
    {
      'services/issues/src/store/a.ts': imports('../operations/b.ts'),
      'services/issues/src/operations/b.ts': leaf,
    },
  ],
  [
    'floors of scheduler',
    {
      'services/scheduler/src/wakes/a.ts': imports('../worker/b.ts'),
      'services/scheduler/src/worker/b.ts': leaf,
    },
  ],
  [
    'features of the gateway keep their tables',
    {
      'services/gateway/src/joining/a.ts': imports('../identity/store/b.ts'),
      'services/gateway/src/identity/store/b.ts': leaf,
    },
  ],
  ['pure domain', { [domain]: imports('node:crypto') }],
  ['pure domain', { [domain]: imports('../store/b.ts'), 'services/issues/src/store/b.ts': leaf }],
  ['pure contracts', { 'libs/contracts/src/a.ts': imports('node:fs') }],
  ['home of pg', { 'services/issues/src/operations/a.ts': imports('pg') }],
  [
    'sign-in is loaded when it is needed',
    {
      'services/gateway/src/identity/sign-in/a.ts': imports('./auth-instance.ts'),
      'services/gateway/src/identity/sign-in/auth-instance.ts': leaf,
    },
  ],
  ['home of vitest', { 'services/issues/src/operations/a.ts': imports('vitest') }],
  [
    'the test-kit is for tests',
    {
      'services/issues/src/a.ts': imports('../../../libs/test-kit/src/b.ts'),
      'libs/test-kit/src/b.ts': leaf,
    },
  ],
];

describe('a breach of an import rule', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  function plant(files: Readonly<Record<string, string>>): string {
    const folder = mkdtempSync(join(tmpdir(), 'muster-imports-'));
    folders.push(folder);
    for (const [path, text] of Object.entries({ ...packages, ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  }

  it.each(breaches)('of "%s" is found in %j', async (rule, files) => {
    const folder = plant(files);
    const top = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
    const found = await findForbiddenImports(folder, top, importRules);
    expect(found).toContainEqual(expect.stringContaining(`  ${rule}: `));
  });
});

/** Packages to import, as they lie in an installed tree. */
const packages = Object.fromEntries(
  ['pg', 'vitest'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
    [`node_modules/${name}/index.js`, 'exports.x = 1;\n'],
  ]),
);
