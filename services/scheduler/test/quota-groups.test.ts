/** Agents that share the quota of a model provider, by a program that replays what a real one prints. */
import { join } from 'node:path';
import { issues, type EventRecord, type Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignment } from './assignment.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

const FAKE = join(import.meta.dirname, '../../../libs/cli-agents/test/fake-program.ts');

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openScheduler({
    MUSTER_ADAPTERS: 'claude_code,process',
    MUSTER_CLAUDE_CODE_COMMAND: JSON.stringify([
      process.execPath,
      '--no-warnings',
      ...WITH_COMPILE_CACHE,
      FAKE,
      'claude_code',
    ]),
  });
});
afterAll(() => opened.close());
beforeEach(async () => {
  ({ companyId } = await opened.company());
});

const board = () => opened.stage.as(boardActor());
const configure = (agentId: string, login: string, act: object, more: object = {}): void => {
  opened.adapters.set(agentId, {
    adapterType: 'claude_code',
    adapterConfig: {
      promptTemplate: JSON.stringify(act),
      env: { CLAUDE_CODE_OAUTH_TOKEN: login },
      graceSec: 5,
      ...more,
    },
  });
};
const newAgent = async (login: string, act: object, more?: object): Promise<string> => {
  const { agentId } = await opened.agent(companyId, '', { adapterType: 'claude_code' });
  configure(agentId, login, act, more);
  return agentId;
};
const runOf = async (agentId: string): Promise<Run> =>
  opened.finished((await opened.wake(agentId)).id);
const assign = async (agentId: string): Promise<string> => {
  const issueId = newId();
  const payload = assignment(issueId, agentId);
  await opened.receive(issues, 'issue.assigned', { companyId, entityId: issueId, payload });
  return issueId;
};
const recordsOf = (agentId: string, issueId: string) =>
  board().listWakeRecords({ agentId, issueId });
const nextRunOf = (agentId: string, issueId: string): Promise<Run> =>
  eventually(async () => {
    const runs = await board().listRuns({ companyId, agentId });
    return runs.find((run) => run.issueId === issueId && isOver(run));
  });
const eventsOf = async (agentId: string, type: string): Promise<EventRecord[]> =>
  (await opened.stage.emitted()).filter((each) => each.entityId === agentId && each.type === type);
/** The quota begins again now. */
const begin = (): Promise<unknown> =>
  opened.stage.db.run({
    text: `with q as (update quotas set not_before = now() where company_id = $1)
      update roster set not_before = now() where company_id = $1 and not_before is not null
      returning 1`,
    values: [companyId],
  });

describe('a used-up quota', () => {
  it('holds the agents of its login until its moment, and no others', async () => {
    const [first, second] = [
      await newAgent('one', { uses: 1 }),
      await newAgent('one', { uses: 1 }),
    ];
    const other = await newAgent('another', { uses: 1 });
    for (const agentId of [first, second, other]) await runOf(agentId);
    configure(first, 'one', { replay: 'quota', exit: 1 });
    expect(await runOf(first)).toMatchObject({ errorCode: 'provider_quota' });
    expect(await board().countRuns({ companyId })).toMatchObject({ agentsHeldForQuota: 2 });

    const issueId = await assign(second);
    expect(await board().wakeAgent({ agentId: second })).toEqual({
      status: 'skipped',
      reason: 'waiting_for_quota',
    });
    expect(await runOf(other)).toMatchObject({ status: 'succeeded' });
    const [held] = await eventsOf(first, 'quota.held');
    expect(held?.payload).toMatchObject({ agentIds: [first, second].toSorted(), agentId: first });
    expect(await recordsOf(second, issueId)).toMatchObject({
      heldFor: 'quota',
      heldUntil: Object(held?.payload).until,
    });
    expect(JSON.stringify(held)).not.toContain('"one"');

    configure(first, 'one', { uses: 1 });
    await begin();
    expect(await nextRunOf(second, issueId)).toMatchObject({ status: 'succeeded' });
    const runs = await eventually(async () => {
      const found = await board().listRuns({ companyId, agentId: first });
      return found[0]?.status === 'succeeded' && found.length === 3 ? found : undefined;
    });
    expect(runs[0]?.usage).toMatchObject({ priceStatus: 'estimated' });
    expect(await board().countRuns({ companyId })).toMatchObject({ agentsHeldForQuota: 0 });
  });

  it('holds an agent that joins the group, before its program starts', async () => {
    await runOf(await newAgent('', { replay: 'quota', exit: 1 }, { quotaGroup: 'team-plan' }));
    const { agentId } = await opened.agent(companyId, 'printReport({ sessionId: "s" })');
    const { adapterConfig } = opened.adapters.get(agentId) ?? expect.fail('no configuration');
    Object.assign(adapterConfig, { quotaGroup: 'team-plan' });
    const { id } = await opened.wake(agentId);
    const [held] = await eventually(async () => {
      const events = await eventsOf(agentId, 'quota.held');
      return events.length > 0 ? events : undefined;
    });
    expect(held?.payload).toMatchObject({ quotaGroup: 'named:team-plan', agentIds: [agentId] });
    expect(await board().getRun({ runId: id })).toMatchObject({ status: 'queued' });
    expect(opened.reservations.some(({ runId }) => runId === id)).toBe(false);

    expect(await board().liftQuotaHold({ agentId })).toMatchObject({
      agentId,
      companyId,
      quotaGroup: 'named:team-plan',
    });
    expect(await opened.finished(id)).toMatchObject({ status: 'succeeded' });
  });

  it('is lifted by the board for the whole group, which finds nothing to lift a second time', async () => {
    const [first, second] = [
      await newAgent('one', { uses: 1 }),
      await newAgent('one', { uses: 1 }),
    ];
    await runOf(second);
    configure(first, 'one', { replay: 'quota', exit: 1 });
    await runOf(first);
    configure(first, 'one', { uses: 1 });
    const issueId = await assign(second);
    const both = [first, second].toSorted();
    expect(await board().liftQuotaHold({ agentId: second })).toMatchObject({ agentIds: both });
    expect(await nextRunOf(second, issueId)).toMatchObject({ status: 'succeeded' });
    const [lifted] = await eventsOf(second, 'quota.lifted');
    expect(lifted?.payload).toMatchObject({ agentIds: both, agentId: second });
    expect(await board().liftQuotaHold({ agentId: second })).toMatchObject({ agentIds: [] });
    expect(await eventsOf(second, 'quota.lifted')).toHaveLength(1);
  });

  it('is that of the company alone, though another one has the same login', async () => {
    const sameLogin = await newAgent('one', { uses: 1 });
    await runOf(sameLogin);
    ({ companyId } = await opened.company());
    await runOf(await newAgent('one', { replay: 'quota', exit: 1 }));
    expect(await runOf(sameLogin)).toMatchObject({ status: 'succeeded' });
  });
});

describe('a quota that is nearly used up', () => {
  it('is announced once an hour, and counted', async () => {
    const agentId = await newAgent('one', { uses: 1, warns: true });
    const { id: runId } = await runOf(agentId);
    await runOf(agentId);
    const [warned, ...more] = await eventsOf(agentId, 'quota.nearly_used');
    expect(warned?.payload).toMatchObject({ agentId, runId });
    expect(more).toEqual([]);
    expect(await board().countRuns({ companyId })).toMatchObject({ quotasNearlyUsedLastDay: 1 });
  });
});
