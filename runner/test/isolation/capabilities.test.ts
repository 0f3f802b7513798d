/** A runner with the rights that the manifests leave it, as root of a container has them. */
import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { itEach } from '@muster/test-kit/needs';
import { afterEach, expect } from 'vitest';
import { CAPABILITIES } from '../../src/isolation/capabilities.ts';
import {
  LEASE_MS,
  makeFolder,
  openScheduler,
  startRunnerProcess,
  type RunnerFolder,
} from '../open-runner.ts';

/** Only root has rights to take away. */
const isRoot = (): boolean => process.getuid?.() === 0;
const kept = CAPABILITIES.map((name) => `+${name.toLowerCase()}`).join(',');
const withFewRights = [
  'setpriv',
  '--no-new-privs',
  '--inh-caps=-all',
  `--bounding-set=-all,${kept}`,
];

let folder: RunnerFolder | undefined;
afterEach(() => folder?.remove());

itEach(['root'], isRoot)(
  'is enough for %s to run programs as users, and too little to read their files',
  async () => {
    folder = makeFolder();
    // Agents pass through to their homes.
    chmodSync(dirname(folder.runsDir), 0o711);
    const env = { MUSTER_ISOLATION: 'user', MUSTER_RUNNER_UIDS: '20000-59999' };
    const runner = await startRunnerProcess(folder, env, withFewRights);
    try {
      const scheduler = await openScheduler(folder, runner.port);
      const key = { runId: randomUUID(), fence: 1 };
      const agentId = randomUUID();
      const script = 'id -u; echo private > "$HOME/note"; setsid sleep 600 >&- 2>&- &';
      await scheduler.send({
        kind: 'launch',
        ...key,
        companyId: randomUUID(),
        agentId,
        leaseMs: LEASE_MS,
        memo: new Uint8Array(),
        program: {
          command: ['/bin/sh', '-c', script],
          cwd: null,
          instructionsFile: null,
          env: {},
          stdin: '',
          limits: { timeoutSec: 30, graceSec: 1 },
        },
      });
      const { outcome } = await scheduler.of('ended', key);
      expect([outcome.status, outcome.error]).toEqual(['succeeded', null]);
      const uid = Number(scheduler.text(key));
      expect(uid).toBeGreaterThanOrEqual(20_000);
      expect(processesOf(uid)).toEqual([]);
      const note = join(folder.runsDir, agentId, 'note');
      const [setpriv = '', ...rights] = withFewRights;
      expect(() => execFileSync(setpriv, [...rights, 'cat', note], { stdio: 'pipe' })).toThrow(
        'Permission denied',
      );
      scheduler.close();
    } finally {
      runner.kill('SIGTERM');
      expect(await runner.exited).toBe(0);
    }
  },
);

/** Without those that are dead and wait for their parent. */
function processesOf(uid: number): string[] {
  const args = ['--runstates', 'R,S,D', '--uid', String(uid)];
  try {
    return execFileSync('pgrep', args, { encoding: 'utf8' }).split('\n');
  } catch {
    // It exits with 1 when it finds none.
    return [];
  }
}
