/** What a runner finds out about an agent before its first run, under each isolation. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import type { Inspection } from '@muster/runner-protocol';
import { describeBeside } from '@muster/test-kit/needs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allIsolations, hasIsolation, shellRun } from './open-runner.ts';
import { useRunner } from './use-runner.ts';
import { commandLinesWith, untilGone } from './processes.ts';

describeBeside(allIsolations, hasIsolation)('an agent under %s', (isolation) => {
  /** Agents may go through it; what is in it is the operator's. */
  const work = mkdtempSync('/var/tmp/muster-inspected-');
  chmodSync(work, 0o755);
  const gateway = createServer((request, response) => {
    response.statusCode = request.url === '/api/health' ? 200 : 404;
    response.end('{"status":"ok"}');
  });
  let apiUrl: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', () => resolve()));
    apiUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    gateway.close();
    rmSync(work, { recursive: true, force: true });
  });
  const at = useRunner(isolation, { MUSTER_LOCAL_ROOTS: work });
  const program = (name: string, script: string): string => {
    const path = join(work, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  };
  const nothing = {
    program: null,
    versionCommand: null,
    cwd: null,
    instructionsFile: null,
    forMs: 8_000,
  };
  const agent = () => ({ companyId: randomUUID(), agentId: randomUUID() });
  const ask = async (
    inspection: Partial<Inspection>,
    of = agent(),
    inspectionId = randomUUID(),
  ) => {
    const asked = { ...nothing, apiUrl, ...inspection };
    await at.scheduler.send({ kind: 'inspect', inspectionId, ...of, inspection: asked });
    return at.scheduler.inspected(inspectionId);
  };

  it('is found able to work, with the version of its program and the way to the gateway', async () => {
    const path = program('cli', 'echo "cli 2.1.330 (Some Code)"');
    const cwd = join(work, 'writable');
    mkdirSync(cwd);
    chmodSync(cwd, 0o777);
    writeFileSync(join(cwd, 'AGENTS.md'), 'Work.');
    const found = await ask({
      program: path,
      versionCommand: [path, '--version'],
      cwd,
      instructionsFile: 'AGENTS.md',
    });
    expect(found).toEqual({
      isRoot: isolation !== 'user' && process.getuid?.() === 0,
      isHomeWritable: true,
      temporaryPathBytes: expect.any(Number) as number,
      folder: {
        isWritable: true,
        owner: isolation === 'user' ? 'root' : 'agent',
        repositoryOf: null,
        settings: [],
        gitPrograms: [],
      },
      hasGit: true,
      worktrees: [],
      instructions: 'readable',
      program: 'usable',
      version: '2.1.330',
      health: 200,
      mcp: 404,
    });
  });

  it('has what a repository brings along named, and none of it started', async () => {
    const cwd = join(work, 'hostile');
    const mark = program('mark', `echo marked >>${join(work, 'marks')}; cat`);
    execFileSync('git', ['init', '-q', cwd]);
    for (const name of ['.claude', '.codex', 'below']) mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, 'opencode.json'), '{}');
    symlinkSync('/etc/hostname', join(cwd, '.mcp.json'));
    symlinkSync(mark, join(cwd, '.git/hooks/post-checkout'));
    execFileSync('git', ['-C', cwd, 'config', 'core.fsmonitor', mark]);
    execFileSync('git', ['-C', cwd, 'config', 'filter.evil.clean', mark]);
    const found = await ask({ cwd: join(cwd, 'below') });
    expect(found).toMatchObject({
      folder: {
        isWritable: isolation !== 'user',
        repositoryOf: isolation === 'user' ? 'root' : 'agent',
        settings: ['.claude', '.codex', 'opencode.json', '.mcp.json'],
        gitPrograms: ['hooks', 'configuration', 'filters'],
      },
    });
    expect(() => execFileSync('cat', [join(work, 'marks')], { stdio: 'ignore' })).toThrow();
  });

  it('is told apart from one whose paths lead nowhere, outside, or to what it may not use', async () => {
    symlinkSync('/etc', join(work, 'outside'));
    const closed = program('closed', 'echo 1.2.3');
    chmodSync(closed, 0o600);
    const absent = join(work, 'absent');
    expect(await ask({ cwd: absent, program: absent })).toMatchObject({
      folder: 'cwd_missing',
      program: 'program_missing',
    });
    const led = { cwd: join(work, 'outside'), instructionsFile: join(work, 'outside/hostname') };
    expect(await ask(led)).toMatchObject({ folder: 'cwd_outside_roots' });
    expect(await ask({ ...led, cwd: work })).toMatchObject({
      instructions: 'instructions_outside_roots',
    });
    expect(await ask({ cwd: work, instructionsFile: 'absent.md' })).toMatchObject({
      instructions: 'instructions_missing',
    });
    expect(await ask({ program: closed })).toMatchObject({ program: 'program_not_usable' });
    const away = await ask({ apiUrl: 'http://127.0.0.1:9' });
    expect(away).toMatchObject({ health: 0, mcp: 0 });
  });

  it('is looked at for a limited time, whatever its program and its repository do', async () => {
    const name = `inspected${randomUUID()}`;
    const hanging = program(name, 'echo 9.9.9; while :; do sleep 1; done');
    const loud = program('loud', 'exec cat /dev/zero');
    const forking = program('forking', `(setsid sh -c 'sleep 20; : ${name}' &) ; echo 4.5.6`);
    const cwd = join(work, 'fifos');
    mkdirSync(join(cwd, '.git'), { recursive: true });
    execFileSync('mkfifo', [join(cwd, '.git/config'), join(cwd, '.mcp.json')]);
    const [hung, printed, forked] = await Promise.all([
      ask({ versionCommand: [hanging, '--version'], cwd, forMs: 5_000 }),
      ask({ versionCommand: [loud, '--version'] }),
      ask({ versionCommand: [forking, '--version'], forMs: 5_000 }),
    ]);
    expect(hung).not.toHaveProperty('version');
    expect(hung).toMatchObject({ folder: { settings: ['.mcp.json'] }, health: 200 });
    expect(printed).toMatchObject({ version: null });
    expect(forked).toMatchObject({ isHomeWritable: true });
    if (isolation !== 'none') {
      await Promise.all(commandLinesWith(name).map(untilGone));
    }
  });

  it('is looked at by one question at a time, and starts at once all the same', async () => {
    const name = `asked${randomUUID()}`;
    const hanging = program(name, 'while :; do sleep 1; done');
    const of = agent();
    const first = randomUUID();
    const asked = ask({ versionCommand: [hanging, '--version'] }, of, first);
    await vi.waitUntil(() => commandLinesWith(name).length > 0, { timeout: 20_000 });
    expect(await ask({}, of)).toBe('busy');
    const { key, message } = shellRun('echo begun', of);
    await at.scheduler.send(message);
    expect((await at.scheduler.of('ended', key)).outcome).toMatchObject({ status: 'succeeded' });
    expect(await asked).not.toHaveProperty('version');
    await Promise.all(commandLinesWith(name).map(untilGone));
    const others = Array.from({ length: 6 }, () =>
      ask({ versionCommand: [hanging, '--version'], forMs: 1_500 }),
    );
    const answers = await Promise.all(others);
    expect(answers.filter((answer) => answer === 'runner_busy')).toHaveLength(2);
  });

  it('is looked at beside a run of its own, which goes on', async () => {
    const of = agent();
    const goOn = join(work, 'go-on');
    const script = `while [ ! -e ${goOn} ]; do sleep 0.1; done; exit 3`;
    const { key, message } = shellRun(script, of);
    await at.scheduler.send({ ...message, program: { ...message.program, cwd: work } });
    await at.scheduler.of('launched', key);
    expect(await ask({}, of)).toMatchObject({ isHomeWritable: true, health: 200 });
    writeFileSync(goOn, '');
    expect((await at.scheduler.of('ended', key)).outcome).toMatchObject({ exitCode: 3 });
  });
});
