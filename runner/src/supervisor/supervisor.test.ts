import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Outcome, OutputStream } from '@muster/runner-protocol';
import type { GroupProgram } from './messages.ts';
import { openSupervisor, type GroupListener, type SupervisedProgram } from './supervisor.ts';

const supervisor = openSupervisor();
afterAll(() => supervisor.close());

const MEGABYTES = 8;

const LEASE_MS = 60_000;
const PATH = '/usr/bin:/bin';

interface Started extends SupervisedProgram {
  readonly text: () => string;
  /** Resolves with the first output. */
  readonly first: Promise<string>;
}

interface Asked extends Partial<GroupProgram> {
  readonly leaseMs?: number;
  readonly launched?: GroupListener['launched'];
  readonly by?: typeof supervisor;
}

function shell(script: string, { leaseMs, launched, by, ...more }: Asked = {}): Started {
  const { promise: first, resolve } = Promise.withResolvers<string>();
  let text = '';
  const program: GroupProgram = {
    command: ['/bin/sh', '-c', script],
    cwd: '/',
    env: { PATH },
    stdin: '',
    limits: { timeoutSec: 30, graceSec: 1 },
    ...more,
  };
  const started = (by ?? supervisor).launch(program, leaseMs ?? LEASE_MS, {
    launched: launched ?? (async () => true),
    output(stream: OutputStream, bytes: Buffer) {
      expect(Buffer.isBuffer(bytes)).toBe(true);
      text += stream === 'stdout' ? bytes.toString() : `<${bytes.toString()}>`;
      resolve(text);
    },
  });
  return { ...started, first, text: () => text };
}

const untilGone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(isThere(pid)).toBe(false), { timeout: 10_000 });

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a program', () => {
  it.each([
    ['whose arguments are too long', { command: ['/bin/sh', '-c', 'true', 'x'.repeat(200_000)] }],
    ['whose folder is a file', { cwd: '/etc/passwd' }],
    ['whose folder does not exist', { cwd: '/no/such/folder' }],
  ] as const)('%s is not started, and others go on', async (_, program) => {
    const other = shell('echo begun; exec sleep 60');
    await other.first;
    const started = shell('true', program);
    expect(await started.ended).toMatchObject({ status: 'failed', errorCode: 'not_started' });
    other.stop('cancelled');
    expect(await other.ended).toMatchObject({ errorCode: 'cancelled' });
  });

  it('has the environment and the input that it is given, and nothing else', async () => {
    const env = { PATH, GIVEN: 'so' };
    const { ended, text } = shell('cat; env', { env, stdin: 'in\n' });
    expect(await ended).toMatchObject({ status: 'succeeded', exitCode: 0 });
    const [first, ...lines] = text().trim().split('\n');
    expect(first).toBe('in');
    const names = lines.map((line) => line.slice(0, line.indexOf('=')));
    // The shell itself adds where it is.
    expect(
      new Set(names.filter((name) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name))),
    ).toEqual(new Set(['GIVEN', 'PATH']));
  });

  it('has all of its output passed on in order, however much it prints', async () => {
    const lines = 131_072 * MEGABYTES;
    const { ended, text } = shell(`seq -f %07.0f ${lines}`);
    expect(await ended).toMatchObject({ status: 'succeeded' });
    const all = text().split('\n');
    expect(all).toHaveLength(lines + 1);
    expect(all.findIndex((line, n) => n < lines && Number(line) !== n + 1)).toBe(-1);
  });

  it('loses no output by being paused and resumed', async () => {
    const { ended, text, first, pause, resume } = shell('echo begins; read -r go; seq 20000', {
      stdin: 'go\n',
    });
    await first;
    pause();
    resume();
    expect(await ended).toMatchObject({ status: 'succeeded' });
    expect(text().trim().split('\n')).toHaveLength(20_001);
  });

  it('that cannot be started has the reason in its outcome', async () => {
    const nowhere = shell('true', { cwd: '/no/such/folder' });
    expect(await nowhere.ended).toMatchObject({ status: 'failed', errorCode: 'not_started' });
    const missing = shell('', { command: ['/no/such/program'] });
    expect(await missing.ended).toMatchObject({ status: 'failed', exitCode: 127 });
  });

  it('is stopped, also before it has begun', async () => {
    const { ended, stop } = shell('sleep 60');
    stop('cancelled');
    expect(await ended).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
  });

  it('does not begin if it may not, and its lease counts as lost', async () => {
    const { ended, text } = shell('echo begun', { launched: async () => false });
    expect(await ended).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
    expect(text()).toBe('');
  });
});

describe('a lease', () => {
  it('that is over ends the program at once, with its output paused or not', async () => {
    const asked = { leaseMs: 500 };
    const plain = shell(`trap '' TERM; while :; do sleep 1; done`, asked);
    const paused = shell('while :; do echo more; done', asked);
    paused.pause();
    for (const { ended } of [plain, paused]) {
      expect(await ended).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
    }
  });

  it('that is renewed lasts longer', async () => {
    const { ended, renew } = shell('sleep 1', { leaseMs: 300 });
    renew(LEASE_MS);
    expect(await ended).toMatchObject({ status: 'succeeded' });
  });
});

describe('a supervisor that is stopped', () => {
  it('does not renew a lease that has run out meanwhile', async () => {
    const own = openSupervisor();
    const asked = { leaseMs: 1_000 };
    const { ended, first, renew } = shell(`echo $PPID; while :; do sleep 1; done`, {
      by: own,
      ...asked,
    });
    const pid = Number(await first);
    process.kill(pid, 'SIGSTOP');
    // Begun later, with the same lease: when it is over, so is that of the other program.
    const clock = shell('while :; do sleep 1; done', asked);
    expect(await clock.ended).toMatchObject({ errorCode: 'lease_lost' });
    renew(LEASE_MS);
    process.kill(pid, 'SIGCONT');
    expect(await ended).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
    own.close();
  });
});

describe('a supervisor that is killed', () => {
  it('takes its programs along, and the next one has another supervisor', async () => {
    // Asked to end, it stays.
    const { ended, first } = shell(`trap '' TERM; echo $$ $PPID; while :; do sleep 1; done`);
    const [agent = 0, parent = 0] = (await first).trim().split(' ').map(Number);
    process.kill(parent, 'SIGKILL');
    expect(await ended).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
    await untilGone(agent);
    const next = shell('echo $PPID');
    expect(await next.ended).toMatchObject({ status: 'succeeded' });
    expect(Number(next.text())).not.toBe(parent);
  });
});

describe('a supervisor that is killed while it launches', () => {
  it.each([0, 1, 2, 4, 8, 16])('leaves no process running after %i ms', async (ms) => {
    const asking = shell('echo $PPID');
    await asking.ended;
    const name = `launched-${process.pid}-${ms}`;
    const outcomes = Array.from(
      { length: 8 },
      (): Promise<Outcome> =>
        shell('', { command: ['/bin/sh', '-c', 'sleep 60; true', name] }).ended,
    );
    setTimeout(() => process.kill(Number(asking.text()), 'SIGKILL'), ms);
    for (const outcome of await Promise.all(outcomes)) expect(outcome.errorCode).toBe('lease_lost');
    await vi.waitFor(() => expect(named(name)).toEqual([]), { timeout: 10_000 });
  });
});

/** Processes that have this among their arguments. */
function named(word: string): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
      } catch {
        return false;
      }
    });
}

describe('a supervisor whose runner closes it', () => {
  it('ends what still runs', async () => {
    const own = openSupervisor();
    const { ended, first } = shell('echo $$; sleep 60', { by: own });
    const agent = Number(await first);
    own.close();
    await untilGone(agent);
    expect(await ended).toMatchObject({ errorCode: 'lease_lost' });
  });
});
