import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeEach, itEach } from '@muster/test-kit/needs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Leader } from '../../src/isolation/isolation.ts';
import { isRunning } from '../../src/isolation/leader.ts';
import { openNetworks } from '../../src/isolation/networks.ts';
import { killEach, processesWhere } from '../../src/isolation/processes.ts';
import { usedKinds, hasKind, inProcessFor } from './kinds.ts';

const HOLD = new URL('hold-network.ts', import.meta.url).pathname;
const ASK_NAMES = new URL('ask-names.ts', import.meta.url);
/** Longer than any machine takes. */
const PATIENCE = { timeout: 30_000 };
const isRoot = process.getuid?.() === 0;
const kinds = usedKinds.filter(
  (kind) => kind.includes('network') && kind.startsWith('user') === isRoot,
);

let runsDir = '';
beforeEach(() => (runsDir = mkdtempSync(join(tmpdir(), 'networks-'))));
afterEach(() => rmSync(runsDir, { recursive: true }));

/** What this process has started that is pasta. */
const ownHolders = (): number[] =>
  processesWhere((pid) => {
    const [, status = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const isOwn = status.split(' ')[1] === String(process.pid);
    return isOwn && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('pasta');
  });

const inside = ([program, ...args]: readonly [string, ...string[]]): string =>
  execFileSync(program, [...args, 'readlink', '/proc/self/ns/net'], { encoding: 'utf8' }).trim();

describeEach(kinds, hasKind)('the network of a company: %s', () => {
  it('is that of all its agents, another for each company, and made again when it has ended', async () => {
    const networks = openNetworks({ runsDir, loopbackPorts: [] });
    const companyId = randomUUID();
    const first = { companyId, agentId: randomUUID() };
    const enter = async (agent: typeof first): Promise<string> =>
      inside((await networks.enter(agent)).enter);
    const own = await enter(first);
    expect(await enter({ companyId, agentId: randomUUID() })).toBe(own);
    expect(await enter({ companyId: randomUUID(), agentId: randomUUID() })).not.toBe(own);
    expect(ownHolders()).toHaveLength(2);
    const { enter: former } = await networks.enter(first);
    killEach(ownHolders());
    const again = await vi.waitUntil(async () => {
      const { enter: latest } = await networks.enter(first);
      return latest === former ? undefined : latest;
    }, PATIENCE);
    expect(inside(again)).not.toBe(own);
    // A program that was about to enter finds the broken network, and not another company's.
    expect(inside(former)).toBe(own);
    killEach(ownHolders());
    await vi.waitUntil(() => ownHolders().length === 0, PATIENCE);
  });

  it('is gone with a runner that is killed', async () => {
    const runner = spawn(process.execPath, [HOLD], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(runner.stdout, 'data');
    const holders = JSON.parse(String(line)) as Leader[];
    expect(holders.map(isRunning)).toEqual([true, true]);
    runner.kill('SIGKILL');
    await vi.waitUntil(() => !holders.some(isRunning), PATIENCE);
  });
});

itEach(kinds, (kind) => isRoot && hasKind(kind))(
  'names are resolved by a resolver on the loopback of the machine: %s',
  async (kind) => {
    expect(await inProcessFor(kind, ASK_NAMES, ['unshare', '--mount'])).toEqual({
      address: '203.0.113.7',
      stderr: '',
    });
  },
);
