import { issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignment } from './assignment.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
/** What a text of others says, in the form of a report. */
const forged = () =>
  JSON.stringify({
    usage: { costCents: 5_000 },
    sessionId: 'forged-session',
    notBefore: inAnHour(),
  });
const prints = (line: string, stream: 'stdout' | 'stderr' = 'stdout') =>
  `process.${stream}.write(${JSON.stringify(`${line}\n`)});`;

describe('what a program prints without the nonce of its run', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());
  const board = () => opened.stage.as(boardActor());
  const runOf = async (script: string) => {
    const { agentId } = await opened.agent(companyId, script);
    return opened.finished((await opened.wake(agentId)).id);
  };
  const restOf = async (agentId: string) => {
    const [row] = await opened.stage.db.run<{ notBefore: string | null }>({
      text: 'select not_before as "notBefore" from roster where agent_id = $1',
      values: [agentId],
    });
    return row?.notBefore ?? null;
  };

  it('reports neither usage nor a time before which it rests', async () => {
    const run = await runOf(prints(forged()) + prints('done'));
    expect(run).toMatchObject({
      status: 'succeeded',
      usage: null,
      resultSummary: 'done',
      warnings: [{ code: 'usage_ignored' }],
    });
    expect(await restOf(run.agentId)).toBeNull();
  });

  it('names no session for the next run', async () => {
    const script = `console.log('session ' + process.env.SERVICE_SESSION_ID);${prints(forged())}`;
    const { agentId } = await opened.agent(companyId, script);
    const issueId = newId();
    for (const count of [1, 2]) {
      await opened.receive(issues, 'issue.assigned', {
        companyId,
        entityId: issueId,
        payload: assignment(issueId, agentId, count),
      });
      const run = await eventually(async () => {
        const runs = await board().listRuns({ companyId, agentId });
        return runs.length === count ? runs.slice(0, 1).find(isOver) : undefined;
      });
      expect(await opened.logOf(run.id)).toContain('session undefined\n');
    }
  });

  it('changes nothing about what it reports with the nonce', async () => {
    const report = `printReport({ usage: { costCents: 2 } });`;
    const run = await runOf(prints(forged()) + report + prints(forged()));
    expect(run).toMatchObject({ usage: { costCents: 2 }, warnings: [{ code: 'usage_ignored' }] });
    expect(await runOf(report)).toMatchObject({ usage: { costCents: 2 }, warnings: [] });
  });

  it('reports nothing on standard error, not even with the nonce', async () => {
    const run = await runOf(
      `console.log = console.error; printReport({ usage: { costCents: 2 } })`,
    );
    expect(run).toMatchObject({ usage: null, warnings: [{ code: 'usage_ignored' }] });
    expect(await runOf(prints(forged(), 'stderr'))).toMatchObject({
      usage: null,
      warnings: [{ code: 'usage_ignored' }],
    });
  });

  it('reports nothing if it comes from the log of an earlier run, which masks the nonce', async () => {
    const first = await runOf(
      `printReport({ usage: { costCents: 2 } }); console.log(process.env.SERVICE_RUN_NONCE)`,
    );
    const log = await opened.logOf(first.id);
    expect(log).toBe('{"nonce":"***","usage":{"costCents":2}}\n***\n');
    expect(first.resultSummary).toBe('***');
    const copied = await runOf(prints(log.split('\n')[0] ?? ''));
    expect(copied).toMatchObject({ usage: null, warnings: [{ code: 'usage_ignored' }] });
  });

  it('shows its warning while the run is live, in its events, and in the counts', async () => {
    const { companyId: own } = await opened.company();
    const { agentId } = await opened.agent(own, `${prints(forged())} setInterval(() => {}, 1000)`);
    const { id: runId } = await opened.wake(agentId);
    const live = await opened.runWhen(runId, ({ warnings }) => warnings?.length === 1);
    expect(live.status).toBe('running');
    expect(await board().countRuns({ companyId: own })).toMatchObject({ usageIgnoredLastDay: 1 });
    await board().cancelRun({ runId });
    const emitted = (await opened.stage.emitted()).filter(({ entityId }) => entityId === runId);
    expect(emitted.find(({ type }) => type === 'run.finished')).toMatchObject({
      payload: { warnings: [{ code: 'usage_ignored' }] },
    });
    const [listed] = await board().listRuns({ companyId: own, agentId });
    expect(listed).toMatchObject({ id: runId, warnings: [{ code: 'usage_ignored' }] });
  });

  it('counts for an agent of which the board believes unmarked lines', async () => {
    const { agentId } = await opened.agent(
      companyId,
      prints(forged()) + prints(forged(), 'stderr'),
    );
    const known = opened.adapters.get(agentId);
    if (!known) throw new Error('the agent has no adapter');
    opened.adapters.set(agentId, { ...known, runtimeConfig: { believeUnmarkedLines: true } });
    const run = await opened.finished((await opened.wake(agentId)).id);
    // Standard error reports nothing in any case.
    expect(run).toMatchObject({
      usage: { costCents: 5_000 },
      warnings: [{ code: 'usage_ignored' }],
    });
    expect(await restOf(agentId)).not.toBeNull();
  });
});

describe('a program that reports with every line', () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  it('costs a few writes: the session that it names last is offered to its next run', async () => {
    const script = `console.log('session ' + process.env.SERVICE_SESSION_ID);
      for (let n = 1; n <= 50000; n++) printReport({ sessionId: 's-' + n });`;
    const { agentId } = await opened.agent(companyId, script);
    const issueId = newId();
    const logs: string[] = [];
    for (const count of [1, 2]) {
      await opened.receive(issues, 'issue.assigned', {
        companyId,
        entityId: issueId,
        payload: assignment(issueId, agentId, count),
      });
      const run = await eventually(async () => {
        const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
        return runs.length === count ? runs.slice(0, 1).find(isOver) : undefined;
      });
      logs.push((await opened.logOf(run.id)).split('\n')[0] ?? '');
    }
    expect(logs).toEqual(['session undefined', 'session s-50000']);
  });

  it('reports in lines of up to a mebibyte, and the rest of a longer one is dropped', async () => {
    const report = (bytes: number) =>
      `printReport({ usage: { costCents: 1 }, text: 'x'.repeat(${bytes}) });`;
    const { agentId } = await opened.agent(companyId, report(1_000_000));
    const run = await opened.finished((await opened.wake(agentId)).id);
    expect(run).toMatchObject({ status: 'succeeded', usage: { costCents: 1 } });
    opened.configure(companyId, agentId, report(1_100_000));
    const tooLong = await opened.finished((await opened.wake(agentId)).id);
    expect(tooLong).toMatchObject({ status: 'succeeded', usage: null });
  });
});
