/** The check of an agent: what it says about a real runner and real folders, and who may ask. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, type CheckReport, type JsonObject } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

type Config = z.input<typeof JsonObject>;

const work = mkdtempSync(join(tmpdir(), 'muster-checked-'));
/** Prints a version, unless it is made to hang. */
const PROGRAM = join(work, 'cli');
writeFileSync(
  PROGRAM,
  '#!/bin/sh\n[ ! -e ${0%/*}/hang ] || while :; do sleep 1; done\necho "2.1.330 (Code)"\n',
  { mode: 0o755 },
);

let opened: Opened;
let companyId: string;
const gateway = createServer((request, response) => {
  response.statusCode = request.url === '/mcp' ? 405 : request.url === '/api/health' ? 200 : 404;
  response.end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', () => resolve()));
  const { port } = gateway.address() as AddressInfo;
  opened = await openScheduler({
    MUSTER_ADAPTERS: 'claude_code,process',
    MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([PROGRAM]),
    MUSTER_CLI_FREEDOM: 'full',
    MUSTER_API_URL: `http://127.0.0.1:${port}`,
    MUSTER_EGRESS_ALLOW: '127.0.0.1',
  });
  ({ companyId } = await opened.company());
});
afterAll(async () => {
  await opened.close();
  gateway.close();
  rmSync(work, { recursive: true, force: true });
});

const newAgent = async (
  adapterType: 'claude_code' | 'process' | 'http' | 'remote',
  adapterConfig: Config,
  overrides: Parameters<Opened['agent']>[2] = {},
): Promise<string> => {
  const { agentId } = await opened.agent(companyId, '', { adapterType, ...overrides });
  opened.adapters.set(agentId, { adapterType, adapterConfig });
  return agentId;
};
const board = () => opened.stage.as(boardActor());
const inspect = (agentId: string): Promise<CheckReport> => board().inspectAgent({ agentId });
const levels = ({ checks }: CheckReport): Record<string, string> =>
  Object.fromEntries(checks.map(({ code, level }) => [code, level]));

const checksInActivity = async (agentId: string) =>
  (await opened.stage.emitted('agent.checked'))
    .filter(({ entityId }) => entityId === agentId)
    .map(({ actorType, payload }) => ({ actorType, ...payload }));
const warnedIn = ({ checks }: CheckReport) =>
  checks.flatMap(({ code, level }) => (level === 'warn' ? [code] : []));

describe('the check of a coding agent', () => {
  it('finds it ready, with a version, a key and a way to the gateway, or says what to do', async () => {
    const cwd = join(work, 'ready');
    mkdirSync(cwd);
    const env = { ANTHROPIC_API_KEY: 'sk-ant-canary' };
    const agentId = await newAgent('claude_code', { cwd, env });
    const report = await inspect(agentId);
    expect(await checksInActivity(agentId)).toEqual([
      {
        actorType: 'user',
        agentId,
        ok: report.ok,
        failed: [],
        unknown: [],
        warned: warnedIn(report),
      },
    ]);
    expect(levels(report)).toEqual({
      agent: 'ok',
      configuration: 'ok',
      adapter: 'ok',
      credential: 'ok',
      instructions: 'warn',
      runner: 'ok',
      isolation: 'warn',
      home: 'ok',
      roots: 'ok',
      cwd: 'ok',
      program: 'ok',
      version: 'ok',
      freedom: 'warn',
      gateway: 'ok',
      mcp: 'ok',
    });
    expect(report.ok).toBe(true);
    const text = JSON.stringify(report);
    expect(text).toContain('2.1.330');
    for (const secret of ['sk-ant-canary', PROGRAM, opened.runner.workspaceOf('').slice(0, 20)]) {
      expect(text).not.toContain(secret);
    }
    const hints = report.checks.filter(({ level }) => level !== 'ok').map(({ hint }) => hint);
    expect(hints).not.toContain(null);
  });

  it('warns of a repository that others use too, and of what that brings along', async () => {
    const cwd = join(work, 'repository');
    execFileSync('git', ['init', '-q', cwd]);
    mkdirSync(join(cwd, '.claude'));
    await newAgent('process', { command: 'true', cwd });
    const report = await inspect(await newAgent('claude_code', { cwd }));
    expect(levels(report)).toMatchObject({
      repository: 'warn',
      shared_cwd: 'warn',
      credential: 'fail',
    });
    expect(report.ok).toBe(false);
    const { checks } = report;
    expect(checks.find(({ code }) => code === 'shared_cwd')?.message).toContain('1 other agent');
    expect(checks.find(({ code }) => code === 'repository')?.message).toContain('.claude');
  });

  it('has its limits: one at a time, and an answer though the program hangs', async () => {
    const agentId = await newAgent('claude_code', {});
    writeFileSync(join(work, 'hang'), '');
    const requestId = newId();
    // Its deadline is shorter than the check; a repetition joins the first. The second one may come before.
    const first = eventually(() =>
      board()
        .inspectAgent({ agentId }, { requestId })
        .catch((error: unknown) => {
          if (error instanceof Refusal && error.retryable) return undefined;
          throw error;
        }),
    );
    const second = await eventually(() =>
      inspect(agentId).then(
        () => undefined,
        (error: Refusal) => (error.code === 'check_in_progress' ? error : undefined),
      ),
    );
    expect(second).toMatchObject({ retryable: true });
    const report = await first;
    rmSync(join(work, 'hang'));
    expect(levels(report)).toMatchObject({ version: 'unknown', home: 'ok', gateway: 'ok' });
    expect(report.ok).toBe(false);
  });
});

describe('the check of other agents', () => {
  it('names the program that the board has named, and what is in the way', async () => {
    const config = { command: 'no-such-program', cwd: join(work, 'absent') };
    const report = await inspect(await newAgent('process', config));
    expect(levels(report)).toMatchObject({ cwd: 'fail', program: 'fail', gateway: 'ok' });
    expect(levels(report)).not.toHaveProperty('version');
    expect(JSON.stringify(report)).toContain('no-such-program is not found');
    const refused = await newAgent('process', { command: '' });
    expect(levels(await inspect(refused))).toEqual({ agent: 'ok', configuration: 'fail' });
    opened.refusals.set(refused, new Refusal('variable_not_allowed', { names: ['PATH'] }));
    const [, check] = (await inspect(refused)).checks;
    expect(check).toMatchObject({ code: 'configuration', level: 'fail' });
    expect(check?.message).toContain('PATH');
    const paused = await newAgent('process', { command: 'true' }, { status: 'paused' });
    expect(levels(await inspect(paused))).toMatchObject({ agent: 'warn', program: 'ok' });
  });

  it('says whether the address of a called agent is allowed and answers', async () => {
    const { port } = gateway.address() as AddressInfo;
    const check = async (url: string) =>
      levels(await inspect(await newAgent('http', { url, headers: { a: 'secret' } })));
    expect(await check(`http://127.0.0.1:${port}/work`)).toEqual({ agent: 'ok', address: 'ok' });
    expect(await check('http://127.0.0.1:9/')).toMatchObject({ address: 'fail' });
    expect(await check('http://10.0.0.1/')).toMatchObject({ address: 'fail' });
    expect(await check('no address')).toMatchObject({ configuration: 'fail' });
    expect(levels(await inspect(await newAgent('remote', {})))).toEqual({
      agent: 'ok',
      last_request: 'unknown',
    });
  });

  it('says that the runner is away, or that none serves the agent', async () => {
    const agentId = await newAgent('process', { command: 'true' });
    opened.adapters.set(agentId, {
      adapterType: 'process',
      adapterConfig: { command: 'true' },
      runtimeConfig: { runner: 'gpu' },
    });
    expect(levels(await inspect(agentId))).toMatchObject({ runner: 'fail' });
    const other = await newAgent('process', { command: 'true' });
    await opened.runner.kill('SIGKILL');
    const away = await eventually(async () => {
      const report = await inspect(other);
      return levels(report)['runner'] === 'ok' ? undefined : report;
    });
    expect(levels(away)).toMatchObject({ adapter: 'ok', runner: 'fail' });
    await opened.runner.startAgain();
    await eventually(async () => levels(await inspect(other))['runner'] === 'ok' || undefined);
  });
});

describe('a check', () => {
  it('is for the board and for managers, and not for others', async () => {
    const managerId = await newAgent('process', { command: 'true' });
    const agentId = await newAgent('process', { command: 'true' }, { reportsTo: managerId });
    const as = (id: string) => opened.stage.as(agentActor(companyId, { id }));
    expect(levels(await as(managerId).inspectAgent({ agentId }))).toMatchObject({ program: 'ok' });
    const refusedFor = async (caller: ReturnType<typeof board>) =>
      Promise.all(
        [caller.inspectAgent({ agentId }), caller.greetAgent({ agentId })].map((asked) =>
          asked.then(
            () => 'allowed',
            ({ code }: Refusal) => code,
          ),
        ),
      );
    expect(await refusedFor(as(agentId))).toEqual(['not_your_report', 'not_your_report']);
    const member = (role: 'viewer' | 'operator', permissions: 'manage_agents'[] = []) =>
      opened.stage.as(boardActor({ companies: [{ companyId, role, permissions }] }));
    expect(await refusedFor(member('viewer'))).toEqual(['viewer_reads_only', 'viewer_reads_only']);
    const missing = ['permission_missing', 'permission_missing'];
    expect(await refusedFor(member('operator'))).toEqual(missing);
    expect(await refusedFor(member('operator', ['manage_agents']))).toEqual(['allowed', 'allowed']);
    const stranger = boardActor({
      companies: [{ companyId: newId(), role: 'owner', permissions: [] }],
    });
    const absent = ['agent_not_found', 'agent_not_found'];
    expect(await refusedFor(opened.stage.as(stranger))).toEqual(absent);
  });

  it('with a hello is a run like any other: reserved, one at a time, skipped while paused', async () => {
    const agentId = await newAgent('process', { command: 'true' });
    const answer = await board().greetAgent({ agentId });
    if (!('runId' in answer)) throw new Error(answer.reason);
    expect(await opened.finished(answer.runId)).toMatchObject({
      status: 'succeeded',
      wakeReason: 'check',
    });
    expect(opened.reservations.map(({ runId }) => runId)).toContain(answer.runId);
    const paused = await newAgent('process', { command: 'true' }, { status: 'paused' });
    expect(await board().greetAgent({ agentId: paused })).toEqual({
      status: 'skipped',
      reason: 'agent_paused',
    });
  });
});
