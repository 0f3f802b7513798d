/** What a runner says that was taken over: it is believed about nothing but the runs it was given. */
import {
  listenForSchedulers,
  makeRunnerKey,
  readRunnerKey,
  type AfterHello,
  type FromRunner,
  type Listening,
  type SchedulerConnection,
} from '@muster/runner-protocol';
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openScheduler, type Opened } from './open-scheduler.ts';

type Launch = Extract<AfterHello, { kind: 'launch' }>;
type Adopt = Extract<AfterHello, { kind: 'adopt' }>;

const bytes = Buffer.from('stolen\n');
const succeeded = {
  status: 'succeeded',
  exitCode: 0,
  signal: null,
  error: null,
  errorCode: null,
} as const;

describe('a runner', () => {
  let opened: Opened;
  let companyId: string;
  let listening: Listening;
  const folder = mkdtempSync(join(tmpdir(), 'muster-liar-'));
  const heard: AfterHello[] = [];
  let connection: SchedulerConnection;
  let connections = 0;
  const waiting = new Set<() => void>();

  beforeAll(async () => {
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, makeRunnerKey());
    listening = await listenForSchedulers({
      host: '127.0.0.1',
      port: 0,
      keys: [readRunnerKey(keyFile)],
      welcome: { instance: newId(), isolation: 'none', describe: 'none' },
      onScheduler(scheduler) {
        connection = scheduler;
        connections += 1;
        return (message) => {
          heard.push(message);
          for (const look of waiting) look();
        };
      },
    });
    const address = `127.0.0.1:${listening.port}`;
    const runners = [{ name: 'liar', address, keyFile }];
    opened = await openScheduler({
      MUSTER_RUNNERS: JSON.stringify(runners),
      LEASE_SECONDS: '20',
      RUN_CONCURRENCY: '100',
      MUSTER_ADAPTERS: 'process,claude_code,gemini_cli',
      MUSTER_CLAUDE_CODE_COMMAND: '["/bin/true"]',
      MUSTER_GEMINI_CLI_COMMAND: '["/bin/true"]',
    });
    ({ companyId } = await opened.company());
  });
  afterAll(async () => {
    await opened.close();
    listening.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const heardOf = <M extends AfterHello>(is: (message: AfterHello) => message is M): Promise<M> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = heard.find(is);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const launchOf = (runId: string): Promise<Launch> =>
    heardOf((message): message is Launch => message.kind === 'launch' && message.runId === runId);
  const adoptOf = (runId: string): Promise<Adopt> =>
    heardOf((message): message is Adopt => message.kind === 'adopt' && message.runId === runId);
  const launched = async (): Promise<Launch> => {
    const { agentId } = await opened.agent(companyId, '');
    const { id } = await opened.wake(agentId);
    return launchOf(id);
  };
  const keyOf = ({ runId, fence }: Launch | Adopt) => ({ runId, fence });

  const lies: [string, (run: Launch, other: Launch) => FromRunner[]][] = [
    ['output of a run that it was not given', () => [output({ runId: newId(), fence: 1 })]],
    ['an end of one', () => [{ kind: 'ended', runId: newId(), fence: 1, outcome: succeeded }]],
    ['a higher fence', (run) => [{ kind: 'launched', runId: run.runId, fence: run.fence + 1 }]],
    ['output before it has launched', (run) => [output(keyOf(run))]],
    [
      'output that does not follow on',
      (run) => [
        { kind: 'launched', ...keyOf(run) },
        { ...output(keyOf(run)), offset: 7 },
      ],
    ],
    [
      'an adoption that was not asked for',
      (run, { memo }) => [{ kind: 'adopted', ...keyOf(run), offset: 0, memo }],
    ],
    [
      'an answer that was not asked for',
      () => [{ kind: 'inspected', inspectionId: newId(), answer: {} }],
    ],
    [
      'a second welcome',
      () => [
        { kind: 'welcome', protocol: 1, instance: newId(), isolation: 'none', describe: 'none' },
      ],
    ],
  ];
  const output = (key: { runId: string; fence: number }) =>
    ({ kind: 'output', ...key, stream: 'stdout', offset: 0, bytes }) as const;

  it.each(lies)('that says %s is hung up on, and its runs are adopted anew', async (_, lie) => {
    const [run, other] = await Promise.all([launched(), launched()]);
    const before = connections;
    const { closed } = connection;
    for (const message of lie(run, other)) await connection.send(message);
    await closed;
    await eventually(async () => connections > before || undefined);
    const adopt = await adoptOf(run.runId);
    expect(adopt.fence).toBe(run.fence + 1);
    expect((await opened.logOf(run.runId)).includes('stolen')).toBe(false);
    for (const each of [run, other]) {
      await connection.send({ kind: 'unknown', ...keyOf(await adoptOf(each.runId)) });
      expect(await opened.finished(each.runId)).toMatchObject({ errorCode: 'runner_lost' });
    }
  });

  it('of another release is not asked what it does not know, and starts no agent in its place', async () => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'claude_code' });
    opened.adapters.set(agentId, {
      adapterType: 'claude_code',
      adapterConfig: { cwd: folder, workspace: 'worktree' },
    });
    const { checks } = await opened.stage.as(boardActor()).inspectAgent({ agentId });
    expect(checks.find(({ code }) => code === 'runner')).toMatchObject({ level: 'unknown' });
    const { id } = await opened.wake(agentId);
    expect(await opened.finished(id)).toMatchObject({ errorCode: 'adapter_unavailable' });
    // It would start the program in the repository, whose settings that obeys.
    const other = await opened.agent(companyId, '', { adapterType: 'gemini_cli' });
    opened.adapters.set(other.agentId, { adapterType: 'gemini_cli', adapterConfig: {} });
    const run = await opened.wake(other.agentId);
    expect(await opened.finished(run.id)).toMatchObject({ errorCode: 'adapter_unavailable' });
    const asked = heard.filter((message) => message.kind === 'launch' && message.runId === run.id);
    expect([...asked, ...heard.filter(({ kind }) => kind === 'inspect')]).toEqual([]);
  });

  it('that returns the memo of another run gets nothing recorded', async () => {
    const [run, other] = await Promise.all([launched(), launched()]);
    connection.close();
    const adopt = await adoptOf(run.runId);
    await connection.send({ kind: 'adopted', ...keyOf(adopt), offset: 0, memo: other.memo });
    expect(await opened.finished(run.runId)).toMatchObject({
      status: 'lost',
      errorCode: 'runner_lost',
    });
    const adoptOther = await adoptOf(other.runId);
    await connection.send({ kind: 'adopted', ...keyOf(adoptOther), offset: 0, memo: other.memo });
    await connection.send({ kind: 'ended', ...keyOf(adoptOther), outcome: succeeded });
    expect(await opened.finished(other.runId)).toMatchObject({ status: 'succeeded' });
  });

  it.each(['succeeded', 'failed', 'cancelled'] as const)(
    'that tells late how a lost run %s has its use booked once, and the run stays lost',
    async (status) => {
      const run = await launched();
      await connection.send({ kind: 'launched', ...keyOf(run) });
      connection.close();
      await opened.stage.db.run({
        text: `update runs set lease_expires_at = now() - interval '1 second', adoptable_at = now()
          where id = $1 returning 1`,
        values: [run.runId],
      });
      expect(await opened.finished(run.runId)).toMatchObject({ status: 'lost', usage: null });
      await opened.stage.db.run({
        text: `update runs set finished_at = now() - interval '1 minute' where id = $1 returning 1`,
        values: [run.runId],
      });
      const adopt = await adoptOf(run.runId);
      const nonce = run.program.env['SERVICE_RUN_NONCE'];
      const line = JSON.stringify({ nonce, usage: { costCents: 7 } });
      const bytesOfReport = Buffer.from(`${line}\n${line}\n`);
      await connection.send({ kind: 'adopted', ...keyOf(adopt), offset: 0, memo: run.memo });
      await connection.send({ ...output(keyOf(adopt)), bytes: bytesOfReport });
      await connection.send({
        kind: 'ended',
        ...keyOf(adopt),
        outcome: { ...succeeded, status, errorCode: status === 'succeeded' ? null : 'exit_code' },
      });
      const booked = await opened.runWhen(run.runId, ({ usage }) => usage !== null);
      expect(booked).toMatchObject({ status: 'lost', usage: { costCents: 7 } });
      const emitted = (await opened.stage.emitted('run.usage_reported')).filter(
        ({ entityId }) => entityId === run.runId,
      );
      expect(emitted).toHaveLength(1);
      const asked = heard.filter(
        ({ kind, ...more }) => kind === 'adopt' && Object(more).runId === run.runId,
      );
      expect(asked).toHaveLength(1);
    },
  );

  it('that never reports an end loses the run when its reservation is over', async () => {
    const run = await launched();
    await connection.send({ kind: 'launched', ...keyOf(run) });
    await opened.stage.db.run({
      text: `update runs set started_at = started_at - interval '1 day' where id = $1`,
      values: [run.runId],
    });
    connection.close();
    const adopt = await adoptOf(run.runId);
    await connection.send({ kind: 'adopted', ...keyOf(adopt), offset: 0, memo: run.memo });
    await heardOf(
      (message): message is Extract<AfterHello, { kind: 'stop' }> =>
        message.kind === 'stop' && message.runId === run.runId && message.why === 'lease_lost',
    );
    expect(await opened.finished(run.runId)).toMatchObject({
      status: 'lost',
      errorCode: 'runner_lost',
      error: 'The runner of this run has not reported its end',
    });
  });
});
