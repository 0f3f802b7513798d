import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { agents, issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { addIssue, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const program = fileURLToPath(
  new URL('../../examples/remote-agent/remote-agent.mjs', import.meta.url),
);

describe('a remote agent', () => {
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
  });
  const start = (token: string) => {
    const child = spawn(process.execPath, [program], {
      env: {
        SERVICE_API_URL: world().stack.baseUrl,
        AGENT_KEY: token,
        AGENT_RUNS: '1',
        AGENT_COST_CENTS: '7',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    const output = Promise.all([
      child.stdout.setEncoding('utf8').toArray(),
      child.stderr.setEncoding('utf8').toArray(),
      once(child, 'exit'),
    ]);
    return output.then(([out, errors, [code]]) => ({
      code: code as number | null,
      out: out.join(''),
      errors: errors.join(''),
    }));
  };
  const remoteAgent = (companyId: string, name: string) =>
    addAgentWithKey(world(), companyId, { name, adapterType: 'remote', runtimeConfig: {} });

  it('is woken by a mention, completes the issue, and its cost is booked', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const { agent, token } = await remoteAgent(companyId, 'Wanda');
    const { id: issueId } = await addIssue(board, companyId, { description: 'one two three' });
    // Its long poll is pending by then, so that the mention answers it.
    const ended = start(token);
    await until('the first request of the agent', async () => {
      const keys = await board.get(`/api/agents/${agent.id}/keys`);
      const [key] = keys.body as { lastUsedAt: string | null }[];
      return key?.lastUsedAt ? true : undefined;
    });
    await board.call(issues, 'addComment', { issueId, body: '@Wanda how many words?' });
    expect(await ended).toMatchObject({
      code: 0,
      errors: '',
      out: expect.stringContaining('Woken: issue_comment_mentioned'),
    });

    expect(await board.call(issues, 'getIssue', { issueId })).toMatchObject({
      status: 'done',
      assigneeAgentId: agent.id,
    });
    const [run] = await board.call(scheduler, 'listRuns', { companyId, agentId: agent.id });
    expect(run).toMatchObject({
      status: 'succeeded',
      source: 'mention',
      issueId,
      usage: { costCents: 7 },
      resultSummary: expect.stringContaining('has 3 words'),
    });
    await until('the booked cost', async () => {
      const { spentMonthlyCents } = await board.call(agents, 'getAgent', { agentId: agent.id });
      return spentMonthlyCents === 7 ? true : undefined;
    });
    const events = await board.call(scheduler, 'listRunEvents', { runId: run?.id ?? '' });
    expect(events.map(({ action }) => action)).toEqual([
      'run.queued',
      'run.offered',
      'run.started',
      'run.finished',
    ]);
  });

  it('is refused with the token of its run once the run has ended', async () => {
    const { api, board } = world();
    const { id: companyId } = await createCompany(board);
    const { agent, caller } = await remoteAgent(companyId, 'Rita');
    await board.call(scheduler, 'wakeAgent', { agentId: agent.id });
    const [wake] = (await caller.get('/api/agents/me/wakes?wait=30')).body as { id: string }[];
    const taken = await caller.post(`/api/agents/me/wakes/${wake?.id}/ack`);
    const { run, variables } = taken.body as {
      run: { id: string };
      variables: Record<string, string>;
    };
    const asRun = api.as(variables['SERVICE_API_KEY']);
    expect((await asRun.post(`/api/heartbeat-runs/${run.id}/beat`)).body).toMatchObject({
      stop: false,
    });
    expect(await asRun.get('/api/agents/me/wakes')).toMatchObject({
      status: 403,
      body: { code: 'agent_key_needed' },
    });
    await board.post(`/api/heartbeat-runs/${run.id}/cancel`);
    await until('the gateway to refuse the token of the run', async () => {
      const { status, body } = await asRun.get('/api/agents/me');
      if (status === 401) expect(body).toMatchObject({ code: 'run_superseded' });
      return status === 401 || undefined;
    });
    expect((await caller.post(`/api/heartbeat-runs/${run.id}/beat`)).body).toMatchObject({
      stop: true,
      reason: 'cancelled',
    });
  });

  it('gets an empty list when no wake-up comes in time', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const { caller } = await remoteAgent(companyId, 'Nell');
    const asked = performance.now();
    expect(await caller.get('/api/agents/me/wakes?wait=1')).toMatchObject({
      status: 200,
      body: [],
    });
    expect(performance.now() - asked).toBeGreaterThan(900);
    expect(await caller.get('/api/agents/me/wakes?wait=56')).toMatchObject({ status: 400 });
  });
});
