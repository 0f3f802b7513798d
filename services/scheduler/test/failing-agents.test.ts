/** Agents whose runs fail equally: they wait between tries, and then until something has changed. */
import { agents, issues, Refusal, type EventRecord, type Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anAgent, boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignment } from './assignment.ts';
import { commentOn } from './comment-on.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openScheduler();
});
afterAll(() => opened.close());
beforeEach(async () => {
  ({ companyId } = await opened.company());
});

const board = () => opened.stage.as(boardActor());
const runsOf = (agentId: string): Promise<Run[]> => board().listRuns({ companyId, agentId });
const ended = (agentId: string, count: number): Promise<Run[]> =>
  eventually(async () => {
    const runs = await runsOf(agentId);
    return runs.filter(isOver).length >= count ? runs : undefined;
  });
const backOffsOf = async (agentId: string): Promise<EventRecord[]> =>
  (await opened.stage.emitted('agent.backed_off')).filter((each) => each.entityId === agentId);
/** In seconds from the last failure on; null for ever, undefined where it does not wait. */
const waitOf = async (agentId: string): Promise<number | null | undefined> => {
  const [row] = await opened.stage.db.run<{ wait: number | null; held: boolean }>({
    text: `select hold_until > now() as held, case when hold_until < 'infinity' then
        ceil(extract(epoch from hold_until - now()))::integer end as wait
      from roster where agent_id = $1`,
    values: [agentId],
  });
  return row?.held ? row.wait : undefined;
};
const passWait = (agentId: string): Promise<void> => opened.passWait(agentId);
const mention = async (agentId: string): Promise<void> => {
  const [issueId, commentId] = [newId(), newId()];
  const payload = commentOn({ issueId, commentId, agentId });
  await opened.receive(issues, 'issue.commented', { companyId, entityId: issueId, payload });
};
const assign = async (agentId: string): Promise<string> => {
  const issueId = newId();
  const payload = assignment(issueId, agentId);
  await opened.receive(issues, 'issue.assigned', { companyId, entityId: issueId, payload });
  return issueId;
};
const change = (agentId: string, version: number, changedKeys: string[]): Promise<void> =>
  opened.receive(agents, 'agent.updated', {
    companyId,
    entityId: agentId,
    payload: { ...anAgent({ agentId, version }), changedKeys },
  });

const kinds = {
  'with a wrong command': async () => {
    const { agentId } = await opened.agent(companyId, '');
    const adapterConfig = { command: '/does/not/exist' };
    opened.adapters.set(agentId, { adapterType: 'process', adapterConfig });
    return agentId;
  },
  'whose program ends with an error': async () =>
    (await opened.agent(companyId, 'process.exit(3)')).agentId,
  'whose secret is missing': async () => {
    const { agentId } = await opened.agent(companyId, '');
    opened.refusals.set(agentId, new Refusal('secret_not_found'));
    return agentId;
  },
  'that nothing answers for': async () => {
    const { agentId } = await opened.agent(companyId, '', { adapterType: 'http' });
    const adapterConfig = { url: 'http://localhost:1/work' };
    opened.adapters.set(agentId, { adapterType: 'http', adapterConfig });
    return agentId;
  },
} as const;

describe.each(Object.entries(kinds))('an agent %s', (_, make) => {
  it('is tried again after growing waits, whatever wakes it, and then held', async () => {
    const agentId = await make();
    for (const [index, seconds] of [30, 120, 600, 3_600, null].entries()) {
      await mention(agentId);
      const runs = await ended(agentId, index + 1);
      expect(runs[0]).toMatchObject({ status: 'failed' });
      await eventually(async () => ((await waitOf(agentId)) !== undefined ? true : undefined));
      const wait = await waitOf(agentId);
      if (seconds === null) expect(wait).toBeNull();
      else expect(Math.abs((wait ?? 0) - seconds)).toBeLessThan(20);
      // Nothing that wakes it starts a run meanwhile; nothing is lost either.
      const issueId = await assign(agentId);
      await mention(agentId);
      expect(await board().wakeAgent({ agentId })).toEqual({
        status: 'skipped',
        reason: 'agent_failing',
      });
      expect(await runsOf(agentId)).toHaveLength(index + 1);
      const records = await board().listWakeRecords({ agentId, issueId });
      expect(records).toMatchObject({
        heldFor: 'failing',
        failing: { failures: index + 1, errorCode: runs[0]?.errorCode },
        wakes: [{ status: 'pending' }],
      });
      expect(records.heldUntil === null).toBe(seconds === null);
      await passWait(agentId);
    }
    const backOffs = await backOffsOf(agentId);
    expect(backOffs.map(({ payload }) => Object(payload).failures)).toEqual([1, 2, 3, 4, 5]);
    expect(backOffs.at(-1)?.payload).toMatchObject({ until: null });
    expect(await runsOf(agentId)).toHaveLength(5);
  });
});

describe('an agent that is held because it fails', () => {
  const held = async (): Promise<string> => {
    const { agentId } = await opened.agent(companyId, 'process.exit(3)');
    await opened.stage.db.run({
      text: `update roster set failures = 4, failure_code = 'exit_code', failing_since = now()
        where agent_id = $1 returning 1`,
      values: [agentId],
    });
    await opened.finished((await opened.wake(agentId)).id);
    await eventually(async () => ((await waitOf(agentId)) === null ? true : undefined));
    await assign(agentId);
    opened.configure(companyId, agentId, 'console.log("mended")');
    return agentId;
  };
  const mended = async (agentId: string): Promise<Run | undefined> => {
    const runs = await ended(agentId, 2);
    expect(await board().getAgentWakes({ agentId })).toMatchObject({
      heldFor: null,
      failing: null,
      pending: [],
    });
    const recovered = await opened.stage.emitted('agent.recovered');
    expect(recovered.some(({ payload }) => Object(payload).agentIds.includes(agentId))).toBe(true);
    return runs[0];
  };

  it('runs for what has waited when it is resumed', async () => {
    const agentId = await held();
    const payload = anAgent({ agentId, version: 2 });
    await opened.receive(agents, 'agent.resumed', { companyId, entityId: agentId, payload });
    expect(await mended(agentId)).toMatchObject({ status: 'succeeded', source: 'assignment' });
  });

  it.each(['adapterConfig', 'runtimeConfig'])('runs when its %s is another', async (key) => {
    const agentId = await held();
    await change(agentId, 2, [key]);
    expect(await mended(agentId)).toMatchObject({ status: 'succeeded', source: 'assignment' });
  });

  it.each(['title', 'reportsTo'])('stays held when its %s is another', async (key) => {
    const agentId = await held();
    await change(agentId, 2, [key]);
    expect(await waitOf(agentId)).toBeNull();
  });

  it.each(['secret.created', 'secret.rotated'] as const)('runs after %s', async (type) => {
    const agentId = await held();
    const secretId = newId();
    const payload = { secretId, name: 'key', version: 1 };
    await opened.receive(agents, type, { companyId, entityId: secretId, payload });
    expect(await mended(agentId)).toMatchObject({ status: 'succeeded', source: 'assignment' });
  });
});

describe('a failing agent', () => {
  it('begins anew after a success', async () => {
    const { agentId } = await opened.agent(companyId, 'process.exit(3)');
    await opened.finished((await opened.wake(agentId)).id);
    await mention(agentId);
    opened.configure(companyId, agentId, '');
    await passWait(agentId);
    expect((await ended(agentId, 2))[0]).toMatchObject({ status: 'succeeded' });
    expect(await waitOf(agentId)).toBeUndefined();
    opened.configure(companyId, agentId, 'process.exit(3)');
    await opened.finished((await opened.wake(agentId)).id);
    expect((await backOffsOf(agentId)).map(({ payload }) => Object(payload).failures)).toEqual([
      1, 1,
    ]);
  });

  it('does not wait for a run that the board has cancelled', async () => {
    const { agentId } = await opened.agent(companyId, 'setInterval(() => {}, 1000)');
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ status }) => status === 'running');
    await board().cancelRun({ runId: id });
    await opened.finished(id);
    expect(await waitOf(agentId)).toBeUndefined();
  });
});

describe('an agent whose folder the board has not allowed', () => {
  it('starts no run, says why, and starts what waits once the folder is allowed', async () => {
    const { agentId } = await opened.agent(companyId, '');
    const asked = { folder: '/srv/vault', approvalId: newId() };
    opened.refusals.set(agentId, new Refusal('folder_not_allowed', asked));
    await assign(agentId);
    const [backOff] = await eventually(async () => {
      const all = await backOffsOf(agentId);
      return all.length > 0 ? all : undefined;
    });
    expect(backOff?.payload).toMatchObject({ errorCode: 'folder_not_allowed', until: null });
    expect(await waitOf(agentId)).toBeNull();
    expect((await runsOf(agentId)).map(({ status }) => status)).toEqual(['queued']);
    opened.refusals.delete(agentId);
    await change(agentId, 2, ['adapterConfig']);
    expect((await ended(agentId, 1)).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await waitOf(agentId)).toBeUndefined();
    expect(await backOffsOf(agentId)).toHaveLength(1);
  });
});
