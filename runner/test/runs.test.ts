/** What a scheduler asks of a runner, and what becomes of the programs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeBeside } from '@muster/test-kit/needs';
import { describe, expect, it } from 'vitest';
import { isThere, processesOf, untilGone } from './processes.ts';
import { openScheduler, shellRun, testedIsolations, hasIsolation } from './open-runner.ts';
import { useRunner } from './use-runner.ts';

const wayOut = {
  HTTPS_PROXY: 'http://proxy.internal:3128',
  NO_PROXY: 'gateway.internal',
  NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
};

describeBeside(testedIsolations, hasIsolation)('under %s', (isolation) => {
  const at = useRunner(isolation, wayOut);
  const metric = async (line: string): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${at.runner.opsPort}/metrics`);
    const found = (await response.text()).split('\n').find((each) => each.startsWith(line));
    return Number(found?.split(' ').at(-1));
  };

  describe('a run', () => {
    it('is launched, prints, and ends', async () => {
      const { key, message } = shellRun('echo out; echo err >&2; exit 3');
      await at.scheduler.send(message);
      await at.scheduler.of('launched', key);
      const { outcome } = await at.scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'failed', exitCode: 3, errorCode: 'exit_code' });
      const kinds = at.scheduler.heard
        .filter((each) => 'runId' in each && each.runId === key.runId)
        .map(({ kind }) => kind);
      expect([kinds[0], kinds.at(-1)]).toEqual(['launched', 'ended']);
      expect(at.scheduler.text(key).split('\n').toSorted()).toEqual(['', 'err', 'out']);
      await at.scheduler.send({ kind: 'forget', ...key });
    });

    it('works in its own workspace, with its own home and the variables that it is given', async () => {
      const { key, message } = shellRun('pwd; echo "$HOME $TMPDIR $GIVEN"; cat');
      const program = { ...message.program, env: { GIVEN: 'so' }, stdin: 'in' };
      await at.scheduler.send({ ...message, program });
      await at.scheduler.of('ended', key);
      const home = join(at.folder.runsDir, message.agentId);
      const lines = [join(home, 'workspace'), `${home} ${join(home, 'tmp')} so`, 'in'];
      expect(at.scheduler.text(key).split('\n')).toEqual(lines);
    });

    it('keeps its input open where that is asked for, and gets what is sent until its end', async () => {
      const { key, message } = shellRun('while read -r line; do echo "got $line"; done; echo over');
      const program = { ...message.program, stdin: 'first\n', keepsInput: true as const };
      await at.scheduler.send({ ...message, program });
      await at.scheduler.printed(key, 'got first');
      const input = { kind: 'input', ...key } as const;
      await at.scheduler.send({ ...input, bytes: Buffer.from('second\n'), end: false });
      await at.scheduler.printed(key, 'got second');
      await at.scheduler.send({ ...input, bytes: Buffer.from('third\n'), end: true });
      await at.scheduler.send({ ...input, bytes: Buffer.from('never\n'), end: false });
      const { outcome } = await at.scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'succeeded' });
      expect(at.scheduler.text(key)).toBe('got first\ngot second\ngot third\nover\n');
    });

    it('has the proxy and the authorities of the operator', async () => {
      const { HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS: authority } = wayOut;
      const { key, message } = shellRun(
        'echo "$HTTPS_PROXY $https_proxy $NO_PROXY $no_proxy $NODE_EXTRA_CA_CERTS $CODEX_CA_CERTIFICATE"',
      );
      await at.scheduler.send(message);
      await at.scheduler.of('ended', key);
      expect(at.scheduler.text(key).trim()).toBe(
        [HTTPS_PROXY, HTTPS_PROXY, NO_PROXY, NO_PROXY, authority, authority].join(' '),
      );
    });

    it('works in the folder and gets the instructions that it names', async () => {
      const work = join(dirname(at.folder.runsDir), 'work');
      mkdirSync(work, { recursive: true });
      writeFileSync(join(work, 'AGENT.md'), 'be kind');
      const { key, message } = shellRun('');
      const name = '{{SERVICE_INSTRUCTIONS_FILE}}';
      await at.scheduler.send({
        ...message,
        program: {
          ...message.program,
          command: ['/bin/sh', '-c', 'pwd; cat "$1" "$SERVICE_INSTRUCTIONS_FILE"', 'sh', name],
          cwd: work,
          instructionsFile: 'AGENT.md',
        },
      });
      await at.scheduler.of('ended', key);
      expect(at.scheduler.text(key)).toBe(`${work}\nbe kindbe kind`);
    });

    it('with a folder that does not exist is not started', async () => {
      const { key, message } = shellRun('echo never');
      await at.scheduler.send({
        ...message,
        program: { ...message.program, cwd: '/no/such/folder' },
      });
      const { outcome } = await at.scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'failed', errorCode: 'cwd_missing' });
      expect(at.scheduler.text(key)).toBe('');
    });

    it.each(['cancelled', 'budget_exhausted', 'lease_lost', 'draining'] as const)(
      'is stopped as %s, with everything that it has started',
      async (why) => {
        const { key, message } = shellRun('sleep 60 & echo begun; wait');
        await at.scheduler.send(message);
        await at.scheduler.of('output', key);
        const pids = processesOf(key);
        await at.scheduler.send({ kind: 'stop', ...key, why });
        const { outcome } = await at.scheduler.of('ended', key);
        expect(outcome).toMatchObject({ status: 'cancelled', errorCode: why });
        expect(pids.length).toBeGreaterThan(1);
        await Promise.all(pids.map(untilGone));
      },
    );

    it('is ended at once when its lease is lost, however much time it was given to end before', async () => {
      const { key, message } = shellRun(`trap '' TERM; echo begun; while :; do sleep 0.1; done`);
      const limits = { timeoutSec: 600, graceSec: 600 };
      await at.scheduler.send({ ...message, program: { ...message.program, limits } });
      await at.scheduler.of('output', key);
      await at.scheduler.send({ kind: 'stop', ...key, why: 'cancelled' });
      await at.scheduler.send({ kind: 'stop', ...key, why: 'lease_lost' });
      const { outcome } = await at.scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
    });

    it('is ended when its time is over', async () => {
      const { key, message } = shellRun('sleep 60');
      const limits = { timeoutSec: 0.2, graceSec: 0 };
      await at.scheduler.send({ ...message, program: { ...message.program, limits } });
      const { outcome } = await at.scheduler.of('ended', key);
      expect(outcome).toMatchObject({ status: 'timed_out', errorCode: 'timed_out' });
    });

    it('is ended when it has printed nothing for too long', async () => {
      const { key, message } = shellRun('echo begun; sleep 60');
      const limits = { timeoutSec: 60, graceSec: 1, idleSec: 0.2 };
      await at.scheduler.send({ ...message, program: { ...message.program, limits } });
      const { outcome } = await at.scheduler.of('ended', key);
      expect(outcome).toMatchObject({
        status: 'timed_out',
        errorCode: 'idle',
        error: 'The agent printed nothing for 0.2 seconds',
      });
    });

    it('is launched once, however often it is asked for', async () => {
      const { key, message } = shellRun('echo once; read -r go');
      const repeated = await metric('muster_runner_launches_total{outcome="repeated"');
      await at.scheduler.send(message);
      await at.scheduler.send(message);
      await at.scheduler.of('output', key);
      await at.scheduler.of('ended', key);
      await at.scheduler.send(message);
      const other = await openScheduler(at.folder, at.runner.port);
      await other.send(message);
      await other.of('unknown', key);
      other.close();
      expect(at.scheduler.text(key)).toBe('once\n');
      const now = await metric('muster_runner_launches_total{outcome="repeated"');
      expect(now - repeated).toBe(3);
    });

    it('ends the one before it of the same agent, and begins when that one is gone', async () => {
      const first = shellRun(`trap '' TERM; echo begun; while :; do sleep 0.1; done`);
      await at.scheduler.send(first.message);
      await at.scheduler.of('output', first.key);
      const [program = 0] = processesOf(first.key);
      const second = shellRun('echo begun');
      const { agentId, companyId } = first.message;
      await at.scheduler.send({ ...second.message, agentId, companyId });
      const { outcome } = await at.scheduler.of('ended', first.key);
      expect(outcome).toMatchObject({ status: 'cancelled', errorCode: 'lease_lost' });
      await at.scheduler.of('launched', second.key);
      expect(isThere(program)).toBe(false);
      expect((await at.scheduler.of('ended', second.key)).outcome.status).toBe('succeeded');
    });
  });

  describe('output', () => {
    it('of a flood waits for what is stored, and is complete', async () => {
      const lines = 1_000_000;
      const { key, message } = shellRun(`seq -f %07.0f ${lines}`);
      await at.scheduler.send(message);
      // Nothing is stored: the runner reads no more than it may keep.
      const { outcome } = await storing(key);
      expect(outcome.status).toBe('succeeded');
      const text = at.scheduler.text(key);
      expect(text).toHaveLength(lines * 8);
      const all = text.split('\n');
      expect(all.findIndex((line, n) => n < lines && Number(line) !== n + 1)).toBe(-1);
      expect(highest).toBeLessThanOrEqual(1_048_576);
    });

    let highest = 0;
    /** Stores the output of a run in steps, each when the runner has sent all that it may keep. */
    async function storing(key: { runId: string; fence: number }) {
      const ended = at.scheduler.of('ended', key);
      let isOver = false;
      void ended.then(() => (isOver = true));
      let stored = 0;
      while (!isOver) {
        const buffered = await metric('muster_runner_buffer_bytes');
        highest = Math.max(highest, buffered);
        const { length } = at.scheduler.text(key);
        if (length > stored) await at.scheduler.send({ kind: 'stored', ...key, offset: length });
        stored = length;
      }
      return ended;
    }

    it('that is not stored is not forgotten, whatever offset is claimed', async () => {
      const { key, message } = shellRun('echo kept');
      await at.scheduler.send(message);
      await at.scheduler.of('ended', key);
      await at.scheduler.send({ kind: 'stored', ...key, offset: 1_000 });
      const adopted = { ...key, fence: 2 };
      await at.scheduler.send({ kind: 'adopt', ...adopted, leaseMs: 60_000 });
      await at.scheduler.of('ended', adopted);
      expect(at.scheduler.text(adopted)).toBe('kept\n');
    });
  });
});
