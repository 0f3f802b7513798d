import { fileURLToPath } from 'node:url';
import { agents, composed, issues, scheduler, type Agent } from '@muster/contracts';
import { until, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const CHATTERBOX = fileURLToPath(new URL('../agent-programs/chatterbox.ts', import.meta.url));
const onDemand = { heartbeat: { enabled: false, wakeOnDemand: true } } as const;

const hire = (companyId: string, name: string, ...args: string[]): Promise<Agent> =>
  addAgent(world().board, companyId, {
    name,
    runtimeConfig: onDemand,
    adapterConfig: {
      command: process.execPath,
      args: [...WITH_COMPILE_CACHE, CHATTERBOX, ...args],
    },
  });
const pauseStateOf = async ({ id: agentId }: Agent) => {
  const { status, pauseReason } = await world().board.call(agents, 'getAgent', { agentId });
  return { status, pauseReason };
};
const runsOf = ({ companyId, id: agentId }: Agent) =>
  world().board.call(scheduler, 'listRuns', { companyId, agentId });

describe('agents that keep each other busy', () => {
  it('two that mention each other endlessly are stopped, and the activity log has the reason', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const pair = [await hire(companyId, 'Tick', 'Tock'), await hire(companyId, 'Tock', 'Tick')];
    const issue = await addIssue(board, companyId);
    await board.call(issues, 'addComment', { issueId: issue.id, body: 'What do you say, @Tick?' });
    const stopped = await until('a paused agent', async () => {
      const states = await Promise.all(pair.map(pauseStateOf));
      const index = states.findIndex(({ status }) => status === 'paused');
      return pair[index] && { agent: pair[index], ...states[index] };
    });
    expect(stopped.pauseReason).toBe('loop');
    const runs = (await Promise.all(pair.map(runsOf))).flat();
    expect(runs).toHaveLength(9);
    const { body } = await board.get(
      `/api/companies/${companyId}/activity?entityId=${stopped.agent.id}`,
    );
    const activity = composed.listCompanyActivity.output.parse(body);
    expect(activity.find(({ action }) => action === 'agent.loop_detected')).toMatchObject({
      service: 'scheduler',
      actorType: 'system',
      details: { sign: 'too_many_hops', hops: 9 },
    });
    expect(activity.find(({ action }) => action === 'agent.paused')).toMatchObject({
      details: { pauseReason: 'loop' },
    });
  });

  it('one that assigns fourteen issues in one run is no storm', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const worker = await addAgent(board, companyId, {
      runtimeConfig: onDemand,
      adapterConfig: { command: 'true' },
    });
    const boss = await hire(companyId, 'Boss', 'Worker', worker.id, '14');
    await board.call(scheduler, 'wakeAgent', { agentId: boss.id });
    await until('the finished run of the boss', async () =>
      (await runsOf(boss)).find(({ status }) => status === 'succeeded'),
    );
    await until('finished runs with all wake-ups', async () => {
      const runs = await runsOf(worker);
      const delivered = runs.flatMap(({ context }) => context['wakes'] as object[]);
      return (
        (delivered.length === 14 && runs.every(({ status }) => status === 'succeeded')) || undefined
      );
    });
    // The agents service hears of the end of the last run a moment after the scheduler has it.
    const atRest = await until('a worker at rest', async () => {
      const state = await pauseStateOf(worker);
      return state.status === 'running' ? undefined : state;
    });
    expect(atRest).toEqual({ status: 'idle', pauseReason: null });
  });
});
