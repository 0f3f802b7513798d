/**
 * `pnpm release`: makes all that a release has in `release/<version>`, and says what a person does with it. It sends
 * nothing anywhere.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packClient } from '@muster/client/pack';
import { packMuster } from '../package/pack.ts';
import { readManifest, root } from '../package/workspaces.ts';
import { checksumsOf } from './checksums.ts';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

async function run(): Promise<void> {
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`Commit first what a release would have:\n${changed}`);
  const { version } = readManifest(root);
  const folder = join(root, 'release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const paths = [await packMuster(folder), await packClient(folder)];
  writeFileSync(join(folder, 'SHA256SUMS'), checksumsOf(paths));
  process.stdout.write(nextSteps(version, folder, paths));
}

function nextSteps(version: string, folder: string, paths: readonly string[]): string {
  const [whole = '', client = ''] = paths.map((path) => basename(path));
  return `Made of commit ${git('rev-parse', '--short', 'HEAD')}, in ${folder}:

${checksumsOf(paths)}
Next:
  1. Try it in an empty folder:     npm install ${join(folder, whole)} && npx muster start
     and by its story:              pnpm test e2e/package/package.test.ts
  2. Mark the commit:               git tag v${version} && git push origin v${version}
  3. Hand out ${whole} and SHA256SUMS; whoever gets them checks: sha256sum --check SHA256SUMS
  4. Publish the client:            npm publish ${join(folder, client)} --access public
`;
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
