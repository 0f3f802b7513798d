import { Refusal, type Run, type scheduler } from '@muster/contracts';
import { newId, readRunTokenPublicKeys, verifyRunToken } from '@muster/service-kit';
import { describeEach, agentActor, boardActor, type Stage } from '@muster/test-kit';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  backends,
  hasBackend,
  eventually,
  isOver,
  openScheduler,
  type Opened,
} from './open-scheduler.ts';

const SAYS_ENV = 'console.log(JSON.stringify({ ...process.env, cwd: process.cwd() }))';
const DONE = 'console.log("done")';
/** Prints a line and runs until it is stopped. */
const STAYS = 'console.log("here"); setInterval(() => {}, 1000)';

const board = (stage: Stage<typeof scheduler>) => stage.as(boardActor());

describeEach(backends, hasBackend)('with the queue on %s', (backend) => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler({}, backend);
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  it('starts a real process and records its end', async () => {
    const { agentId } = await opened.agent(companyId, `${DONE}; process.exit(0)`);
    const { id, status } = await opened.wake(agentId);
    expect(status).toBe('queued');
    const run = await opened.finished(id);
    expect(run).toMatchObject({
      status: 'succeeded',
      exitCode: 0,
      error: null,
      resultSummary: 'done',
      source: 'on_demand',
      epoch: 1,
    });
    expect(await opened.logOf(id)).toBe('done\n');
    const emitted = (await opened.stage.emitted()).filter(({ entityId }) => entityId === id);
    expect(emitted.map(({ type }) => type)).toEqual(['run.queued', 'run.started', 'run.finished']);
    expect(emitted[2]?.payload).toMatchObject({ status: 'succeeded', wasStarted: true });
  });

  it('runs twenty agents at the same time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await opened.agent(companyId, '')).agentId),
    );
    const runs = await Promise.all(ids.map((agentId) => opened.wake(agentId)));
    const ended = await Promise.all(runs.map(({ id }) => opened.finished(id)));
    expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'succeeded'));
  });
});

describe('a run', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(async () => {
    delete process.env['MUSTER_TEST_LEAK'];
    await opened.close();
  });

  it('gives the agent its variables and no other variable of the server', async () => {
    process.env['MUSTER_TEST_LEAK'] = 'leaked';
    const { agentId } = await opened.agent(companyId, SAYS_ENV);
    opened.adapters.set(agentId, {
      adapterType: 'process',
      adapterConfig: {
        command: process.execPath,
        args: ['-e', SAYS_ENV],
        env: { OWN: 'mine', SERVICE_AGENT_ID: 'another agent' },
      },
    });
    const { id } = await opened.wake(agentId);
    await opened.finished(id);
    const env = JSON.parse(await opened.logOf(id)) as Record<string, string>;
    expect(env).toMatchObject({
      SERVICE_API_URL: 'http://127.0.0.1:3100',
      SERVICE_AGENT_ID: agentId,
      SERVICE_COMPANY_ID: companyId,
      SERVICE_RUN_ID: id,
      SERVICE_WAKE_REASON: 'on_demand',
      OWN: 'mine',
      cwd: realpathSync(opened.runner.workspaceOf(agentId)),
    });
    expect(env['TRACEPARENT']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(env['SERVICE_API_KEY']).toBe('***');
    const allowed =
      /^(SERVICE_\w+|TRACEPARENT|OWN|cwd|PATH|HOME|TMPDIR|LANG|TZ|PWD|OLDPWD|SHLVL|_)$/;
    expect(Object.keys(env).filter((name) => !allowed.test(name))).toEqual([]);
  });

  it('masks the secrets of the configuration in everything it shows', async () => {
    const script = `console.log('key ' + process.env.KEY); console.error(process.env.KEY + '!');
      console.log('last ' + process.env.KEY)`;
    const { agentId } = await opened.agent(companyId, script);
    const secret = 'canary-of-a-configuration';
    opened.adapters.set(agentId, {
      adapterType: 'process',
      hide: [secret],
      adapterConfig: { command: process.execPath, args: ['-e', script], env: { KEY: secret } },
    });
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run.resultSummary).toBe('last ***');
    const log = await opened.logOf(run.id);
    expect(log).toContain('key ***');
    expect(log).toContain('***!');
    expect(log).not.toContain(secret);
  });

  it.each([['--key={{secret:db}}'], ['{{secret:01890a5d-ac96-774b-bcce-b302099a8057}}']])(
    'starts nothing with %s on its command line',
    async (argument) => {
      const { agentId } = await opened.agent(companyId, '');
      opened.adapters.set(agentId, {
        adapterType: 'process',
        adapterConfig: { command: 'true', args: [argument] },
      });
      const run = await opened.finished((await opened.wake(agentId)).id);
      expect(run).toMatchObject({ status: 'failed', errorCode: 'secret_in_command' });
    },
  );

  it('starts nothing with a variable that may not be set, and names it', async () => {
    const { agentId } = await opened.agent(companyId, '');
    const refusal = new Refusal('variable_not_allowed', { names: ['LD_PRELOAD', 'PATH'] });
    opened.refusals.set(agentId, refusal);
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({
      status: 'failed',
      errorCode: 'variable_not_allowed',
      error: expect.stringContaining('LD_PRELOAD, PATH') as string,
    });
  });

  it('gives a token that is valid for this run', async () => {
    const keep = 'require("fs").writeFileSync("token", process.env.SERVICE_API_KEY)';
    const { agentId } = await opened.agent(companyId, keep);
    const { id } = await opened.wake(agentId);
    await opened.finished(id);
    const token = readFileSync(join(opened.runner.workspaceOf(agentId), 'token'), 'utf8');
    const keys = readRunTokenPublicKeys(opened.stage.env['MUSTER_RUN_TOKEN_PUBLIC_KEY'] ?? '');
    expect(verifyRunToken({ keys, formerKeys: [] }, token)).toMatchObject({
      runId: id,
      agentId,
      companyId,
      epoch: 1,
    });
  });

  it('fails with the exit code of its process', async () => {
    const { agentId } = await opened.agent(companyId, 'console.error("no"); process.exit(3)');
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'failed', exitCode: 3, errorCode: 'exit_code' });
    expect(await opened.logOf(run.id)).toBe('no\n');
  });

  it.each([
    ['a command that does not exist', { command: 'no-such-program-here' }, 'exit_code'],
    ['a folder that does not exist', { command: 'true', cwd: '/no/such/folder' }, 'cwd_missing'],
    ['no command', {}, 'adapter_config'],
    ['arguments that are no texts', { command: 'true', args: [1] }, 'adapter_config'],
  ])('fails with a reason for %s', async (_, adapterConfig, errorCode) => {
    const { agentId } = await opened.agent(companyId, '');
    opened.adapters.set(agentId, { adapterType: 'process', adapterConfig });
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'failed', errorCode });
    expect(run.error).toBeTruthy();
  });

  it.each(['alpha_local', 'beta_local'] as const)(
    'of an agent of type %s fails with adapter_unavailable',
    async (adapterType) => {
      const { agentId } = await opened.agent(companyId, '', { adapterType });
      const run = await opened.finished((await opened.wake(agentId)).id);
      expect(run).toMatchObject({ status: 'failed', errorCode: 'adapter_unavailable' });
    },
  );

  it('reads usage while it is running and at its end; the last line counts', async () => {
    const script = `
      const report = (costCents) => printReport({ usage: { costCents, provider: 'p' } });
      report(1); setTimeout(() => report(4), 1500); setTimeout(() => report(7), 1600);`;
    const { agentId } = await opened.agent(companyId, script);
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run.usage).toMatchObject({ costCents: 7, provider: 'p', model: 'unknown' });
    const emitted = (await opened.stage.emitted()).filter(({ entityId }) => entityId === run.id);
    const costs = emitted.map(
      ({ payload }) => (payload as { usage?: Run['usage'] }).usage?.costCents,
    );
    // A program that ends late on a busy machine has time for one more report.
    expect([...new Set(emitted.map(({ type }) => type))]).toEqual([
      'run.queued',
      'run.started',
      'run.usage_reported',
      'run.finished',
    ]);
    expect(costs.slice(0, 3)).toEqual([undefined, undefined, 1]);
    expect(costs.at(-1)).toBe(7);
  });

  it('shows its output while it is running, from any offset', async () => {
    const { agentId } = await opened.agent(companyId, STAYS);
    const { id } = await opened.wake(agentId);
    const live = await eventually(async () => {
      const log = await board(opened.stage).getRunLog({ runId: id });
      return log.text === '' ? undefined : log;
    });
    expect(live).toMatchObject({ text: 'here\n', nextOffset: 5, complete: false });
    const rest = await board(opened.stage).getRunLog({ runId: id, offset: 2 });
    expect(rest).toMatchObject({ text: 're\n', offset: 2, nextOffset: 5 });
    const end = await board(opened.stage).getRunLog({ runId: id, tail: 3 });
    expect(end).toMatchObject({ text: 're\n', offset: 2, nextOffset: 5, complete: false });
    const whole = await board(opened.stage).getRunLog({ runId: id, tail: 1_000 });
    expect(whole).toMatchObject({ text: 'here\n', offset: 0, nextOffset: 5 });
    await board(opened.stage).cancelRun({ runId: id });
    await eventually(async () => {
      const log = await board(opened.stage).getRunLog({ runId: id, offset: 5 });
      return log.complete ? log : undefined;
    });
  });

  it('stores the beginning and the end of endless output, in whole characters', async () => {
    const script = `
      console.log('the beginning');
      for (let n = 0; n < 300; n++) process.stdout.write('ä\\u0000'.repeat(3000) + '\\n');
      console.log('the end');
      printReport({ usage: { costCents: 2 } })`;
    const { agentId } = await opened.agent(companyId, script);
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run.usage).toMatchObject({ costCents: 2 });
    expect(run.logBytes).toBeGreaterThan(4_500_000);
    let offset = 0;
    let text = '';
    for (let complete = false; !complete;) {
      const part = await board(opened.stage).getRunLog({ runId: run.id, offset });
      ({ nextOffset: offset, complete } = part);
      text += part.text;
      expect(part.truncated).toBe(true);
    }
    expect(offset).toBe(run.logBytes);
    expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20 + 20_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    const [, head, mark, tail] =
      /^(.*)\n\[([\d,]+) bytes of the output were left out\]\n(.*)$/s.exec(text) ?? [];
    expect(head).toMatch(/^the beginning\n/);
    expect(tail).toContain('\nthe end\n');
    const kept = Buffer.byteLength(`${head}${tail}`);
    expect(Number(mark?.replaceAll(',', ''))).toBe(run.logBytes - kept);
  });

  it('keeps the log of a program whose last line is cut within a character', async () => {
    const script = `console.log('x'.repeat(499) + '\\u{1F600}')`;
    const { agentId } = await opened.agent(companyId, script);
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'succeeded', resultSummary: 'x'.repeat(499) });
    expect(await opened.logOf(run.id)).toBe(`${'x'.repeat(499)}😀\n`);
  });

  it('cannot be seen or stopped from another company, nor stopped by an agent', async () => {
    const { agentId } = await opened.agent(companyId, DONE);
    const { id: runId } = await opened.finished((await opened.wake(agentId)).id);
    const stranger = opened.stage.as(agentActor(newId()));
    for (const call of [stranger.getRun, stranger.getRunLog, stranger.cancelRun]) {
      await expect(call({ runId })).rejects.toMatchObject({ code: 'run_not_found' });
    }
    const colleague = opened.stage.as(agentActor(companyId));
    expect(await colleague.getRun({ runId })).toMatchObject({ id: runId });
    await expect(colleague.cancelRun({ runId })).rejects.toMatchObject({ code: 'board_only' });
  });

  it('is listed newest first, in pages, by agent and status', async () => {
    const { agentId } = await opened.agent(companyId, DONE);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { id } = await opened.wake(agentId);
      ids.unshift((await opened.finished(id)).id);
    }
    const { listRuns } = board(opened.stage);
    const listed = await listRuns({ companyId, agentId, status: ['succeeded'] });
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect(listed.every(isOver)).toBe(true);
    expect(await listRuns({ companyId, agentId, status: ['failed'] })).toEqual([]);
  });
});
