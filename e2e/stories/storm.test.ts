import { fileURLToPath } from 'node:url';
import { agents, composed, issues, scheduler, type Agent } from '@muster/contracts';
import { describe, expect, test } from 'vitest';
import { addAgent, addIssue, foundCompany } from '../harness/builders.ts';
import { useCommonWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';

const world = useCommonWorld();
const CHATTERBOX = fileURLToPath(new URL('../fixtures/chatterbox.ts', import.meta.url));
const onDemand = { heartbeat: { enabled: false, wakeOnDemand: true } } as const;

const hire = (companyId: string, name: string, ...args: string[]): Promise<Agent> =>
  addAgent(world().board, companyId, {
    name,
    runtimeConfig: onDemand,
    adapterConfig: { command: process.execPath, args: [CHATTERBOX, ...args] },
  });
const standingOf = async ({ id: agentId }: Agent) => {
  const { status, pauseReason } = await world().board.call(agents, 'getAgent', { agentId });
  return { status, pauseReason };
};
const runsOf = ({ companyId, id: agentId }: Agent) =>
  world().board.call(scheduler, 'listRuns', { companyId, agentId });

describe('agents that keep each other busy', () => {
  test('two that mention each other for ever are stopped, and the activity says so', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board);
    const pair = [await hire(companyId, 'Tick', 'Tock'), await hire(companyId, 'Tock', 'Tick')];
    const issue = await addIssue(board, companyId);
    await board.call(issues, 'addComment', { issueId: issue.id, body: 'What do you say, @Tick?' });
    const stopped = await until('one of them is stopped', async () => {
      const standings = await Promise.all(pair.map(standingOf));
      const index = standings.findIndex(({ status }) => status === 'paused');
      return pair[index] && { agent: pair[index], ...standings[index] };
    });
    expect(stopped.pauseReason).toBe('loop');
    const runs = (await Promise.all(pair.map(runsOf))).flat();
    expect(runs).toHaveLength(9);
    const { body } = await board.get(
      `/api/companies/${companyId}/activity?entityId=${stopped.agent.id}`,
    );
    const said = composed.listCompanyActivity.output.parse(body);
    expect(said.find(({ action }) => action === 'agent.loop_detected')).toMatchObject({
      service: 'scheduler', actorType: 'system',
      details: { sign: 'too_many_hops', hops: 9 },
    });
    expect(said.find(({ action }) => action === 'agent.paused')).toMatchObject({
      details: { pauseReason: 'loop' },
    });
  });

  test('one that hands out fourteen issues in one run stops nobody', async () => {
    const { board } = world();
    const { id: companyId } = await foundCompany(board);
    const worker = await addAgent(board, companyId, {
      runtimeConfig: onDemand, adapterConfig: { command: 'true' },
    });
    const boss = await hire(companyId, 'Boss', 'Worker', worker.id, '14');
    await board.call(scheduler, 'wakeAgent', { agentId: boss.id });
    await until('the boss is done', async () =>
      (await runsOf(boss)).find(({ status }) => status === 'succeeded'));
    await until('the worker has heard of everything', async () => {
      const runs = await runsOf(worker);
      const told = runs.flatMap(({ context }) => context['wakes'] as object[]);
      return told.length === 14 && runs.every(({ status }) => status === 'succeeded') || undefined;
    });
    expect(await standingOf(worker)).toEqual({ status: 'idle', pauseReason: null });
  });
});
