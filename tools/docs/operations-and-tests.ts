import { logOperations, type Operation } from '@muster/contracts';
import { basename } from 'node:path';
import { code, page, table } from './markdown.ts';
import type { Sources } from './sources.ts';
import { locate, readSearchedFiles, type SearchedFiles } from './test-index.ts';

/** For each operation its contract, its handler, its tests and the stories that call it. */
export function renderOperationsAndTests({ contracts, composed }: Sources): string {
  const files = readSearchedFiles();
  const section = (
    title: string,
    folder: string,
    operations: Readonly<Record<string, Operation>>,
  ): string => `## ${title}\n\n${table(head, rowsOf(files, folder, operations))}`;
  return page(
    '# Operations and their tests',
    intro,
    ...contracts.map(({ name, operations }) => section(name, `services/${name}/`, operations)),
    section('Composed by the gateway', 'services/gateway/', composed),
    section('Every service', 'libs/service-kit/', logOperations),
  );
}

const head = ['operation', 'contract', 'handler', 'service tests', 'stories'];

const intro = `Where to find an operation: the file that declares it, the file that handles it, the
tests of its service and the stories that call it. The list comes from a text search. A test is listed
if the title of a \`describe\` or \`it\` names the operation; if no title does, the most likely tests that
use its name or its path are listed. The conformance tests of each service and
[e2e/surface](../e2e/surface) cover every operation and are not listed.`;

const rowsOf = (
  files: SearchedFiles,
  folder: string,
  operations: Readonly<Record<string, Operation>>,
): string[][] =>
  Object.entries(operations).map((entry) => {
    const { contract, handler, tests, stories } = locate(files, folder, entry);
    return [
      code(entry[0]),
      contract === undefined ? '' : link(contract),
      handler === undefined ? '' : link(handler),
      tests.map(link).join(', '),
      stories.map(link).join(', '),
    ];
  });

const link = (path: string): string => `[${nameOf(path)}](../${path})`;

/** Names in libs/contracts, such as `contract.ts`, are ambiguous without their folder. */
const nameOf = (path: string): string => {
  const folder = /([^/]+)\/[^/]+$/.exec(path)?.[1] ?? '';
  return path.startsWith('libs/contracts/') ? `${folder}/${basename(path)}` : basename(path);
};
