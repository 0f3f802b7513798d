/** The image of a runner lacks the clients of Postgres and NATS, and a runner does without them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8');
const kit = 'libs/service-kit';
const leftOut = [...dockerfile.matchAll(/libs\/service-kit\/node_modules\/(\S+)/g)].map(
  ([, name = '']) => name,
);

/** Fails to find what the image lacks. */
const hooks = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const leftOut = ${JSON.stringify(leftOut)};
  registerHooks({
    resolve(name, context, next) {
      if (leftOut.some((lacking) => (name + '/').startsWith(lacking + '/'))) throw new Error('left out: ' + name);
      return next(name, context);
    },
  });`)}`;
const load = (path: string) =>
  spawnSync(
    process.execPath,
    ['--import', hooks, '-e', `import(${JSON.stringify(join(root, path))})`],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );

describe('the image of a runner', () => {
  it('lacks the clients of the servers, which the kit has', () => {
    expect(leftOut).toEqual(['pg', '@nats-io']);
    for (const name of leftOut) {
      expect(existsSync(join(root, kit, 'node_modules', name))).toBe(true);
    }
    expect(load(`${kit}/src/index.ts`).stderr).toContain('left out: ');
  });

  it.each(['runner/src/start-runner.ts', 'runner/src/supervisor/main.ts'])(
    'has everything that %s loads',
    (path) => {
      const { status, stderr } = load(path);
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});
