/** The check of an agent through HTTP, on a stack as `start` runs it. */
import { composed, gateway, type AgentCheck } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import type { Caller } from '../world/http-client.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const { output } = composed.checkAgent;

const check = async (caller: Caller, agentId: string): Promise<AgentCheck[]> => {
  const { status, body } = await caller.post(`/api/agents/${agentId}/check`, {});
  expect(status).toBe(200);
  const report = output.parse(body);
  if (!('checks' in report)) throw new Error('no report');
  return report.checks;
};
const levelOf = (checks: AgentCheck[], code: AgentCheck['code']) =>
  checks.find((one) => one.code === code)?.level;

it('an agent is checked where it runs, by the board and its manager, and by a run', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const manager = await addAgentWithKey(world(), companyId, { role: 'ceo' });
  const { id: agentId } = await addAgent(board, companyId, {
    reportsTo: manager.agent.id,
    adapterConfig: { command: 'true' },
    runtimeConfig: {},
  });
  for (const caller of [board, manager.caller]) {
    const checks = await check(caller, agentId);
    const failed = checks.filter(({ level }) => level === 'fail' || level === 'unknown');
    expect(failed).toEqual([]);
    expect(levelOf(checks, 'gateway')).toBe('ok');
    expect(levelOf(checks, 'program')).toBe('ok');
  }
  const hello = await board.post(`/api/agents/${agentId}/check`, { hello: true });
  expect(hello).toMatchObject({ status: 202, body: { runId: expect.any(String) as string } });
  const { runId } = hello.body as { runId: string };
  await until('the run', async () => {
    const { body } = await board.get(`/api/heartbeat-runs/${runId}`);
    return (body as { status: string }).status === 'succeeded' || undefined;
  });
});

it('a remote agent is checked by the uses of its keys', async () => {
  const { api, board } = world();
  const { id: companyId } = await createCompany(board);
  const { id: agentId } = await addAgent(board, companyId, { adapterType: 'remote' });
  expect(levelOf(await check(board, agentId), 'last_request')).toBe('fail');
  const { token } = await board.call(gateway, 'createAgentKey', { agentId });
  expect(levelOf(await check(board, agentId), 'last_request')).toBe('warn');
  await api.as(token).get('/api/agents/me/wakes');
  await until('the use of the key', async () => {
    const checks = await check(board, agentId);
    return levelOf(checks, 'last_request') === 'ok' || undefined;
  });
});
