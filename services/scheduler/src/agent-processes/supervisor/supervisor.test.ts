import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openSupervisor, type Launch } from './supervisor.ts';

const supervisor = openSupervisor();
afterAll(() => supervisor.close());

const MEGABYTES = 8;

interface Started {
  readonly text: () => string;
  /** Resolves with the first output. */
  readonly first: Promise<string>;
  readonly launch: Launch;
}

function shell(script: string, more: Partial<Launch> = {}): Started {
  const { promise: first, resolve } = Promise.withResolvers<string>();
  let text = '';
  return {
    first,
    text: () => text,
    launch: {
      command: ['/bin/sh', '-c', script],
      cwd: '/',
      env: {},
      stdin: '',
      limits: { timeoutSec: 30, graceSec: 1 },
      signal: new AbortController().signal,
      onOutput(stream, bytes) {
        expect(Buffer.isBuffer(bytes)).toBe(true);
        text += stream === 'stdout' ? bytes.toString() : `<${bytes.toString()}>`;
        resolve(text);
      },
      ...more,
    },
  };
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
  it('has the environment and the input that it is given, and nothing else', async () => {
    const env = { PATH: '/usr/bin:/bin', GIVEN: 'so' };
    const { launch, text } = shell('cat; env', { env, stdin: 'in\n' });
    expect(await supervisor.run(launch)).toMatchObject({ status: 'succeeded', exitCode: 0 });
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
    const { launch, text } = shell(`seq -f %07.0f ${lines}`, { env: { PATH: '/usr/bin:/bin' } });
    expect(await supervisor.run(launch)).toMatchObject({ status: 'succeeded' });
    const all = text().split('\n');
    expect(all).toHaveLength(lines + 1);
    expect(all.findIndex((line, n) => n < lines && Number(line) !== n + 1)).toBe(-1);
  });

  it('that cannot be started has the reason in its outcome', async () => {
    const nowhere = shell('true', { cwd: '/no/such/folder' });
    expect(await supervisor.run(nowhere.launch)).toMatchObject({
      status: 'failed',
      errorCode: 'not_started',
    });
    const missing = shell('', { command: ['/no/such/program'] });
    expect(await supervisor.run(missing.launch)).toMatchObject({
      status: 'failed',
      exitCode: 127,
    });
  });

  it('is stopped by its signal, also by one that was given before', async () => {
    const wish = AbortSignal.abort('cancelled');
    const { launch } = shell('sleep 60', { signal: wish, env: { PATH: '/usr/bin:/bin' } });
    expect(await supervisor.run(launch)).toMatchObject({
      status: 'cancelled',
      errorCode: 'cancelled',
    });
  });
});

describe('a supervisor that is killed', () => {
  it('takes its programs along, and the next one has another supervisor', async () => {
    // Asked to end, it stays.
    const { launch, first } = shell(`trap '' TERM; echo $$ $PPID; while :; do sleep 1; done`, {
      env: { PATH: '/usr/bin:/bin' },
    });
    const outcome = supervisor.run(launch);
    const [agent = 0, parent = 0] = (await first).trim().split(' ').map(Number);
    process.kill(parent, 'SIGKILL');
    expect(await outcome).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
    await untilGone(agent);
    const { launch: next, text } = shell('echo $PPID');
    expect(await supervisor.run(next)).toMatchObject({ status: 'succeeded' });
    expect(Number(text())).not.toBe(parent);
  });
});

describe('a supervisor that is killed while it launches', () => {
  it.each([0, 1, 2, 4, 8, 16])('leaves no process running after %i ms', async (ms) => {
    const { launch: asking, text } = shell('echo $PPID');
    await supervisor.run(asking);
    const name = `launched-${process.pid}-${ms}`;
    const outcomes = Array.from({ length: 8 }, () =>
      supervisor.run(
        shell('', {
          command: ['/bin/sh', '-c', 'sleep 60; true', name],
          env: { PATH: '/usr/bin:/bin' },
        }).launch,
      ),
    );
    setTimeout(() => process.kill(Number(text()), 'SIGKILL'), ms);
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

describe('a supervisor whose worker closes it', () => {
  it('ends what still runs', async () => {
    const own = openSupervisor();
    const { launch, first } = shell('echo $$; sleep 60', { env: { PATH: '/usr/bin:/bin' } });
    const outcome = own.run(launch);
    const agent = Number(await first);
    own.close();
    await untilGone(agent);
    expect(await outcome).toMatchObject({ errorCode: 'lease_lost' });
  });
});
