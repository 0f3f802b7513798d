/** A machine as a remote agent: its programs, what they know, and how their runs end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scheduler, type Run } from '@muster/contracts';
import { afterAll, expect, it } from 'vitest';
import { addAgentWithKey, createCompany, type AgentWithKey } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';
import { usePerson, type Started } from './muster.ts';

const world = useSharedWorld();
const person = usePerson();
/** Users of agents pass through to their homes, which they could not below the folder of a test's user. */
const homes = mkdtempSync('/var/tmp/muster-work-');
afterAll(() => rmSync(homes, { recursive: true, force: true }));

const hire = async (): Promise<AgentWithKey> => {
  const { id } = await createCompany(world().board);
  return addAgentWithKey(world(), id, { adapterType: 'remote', runtimeConfig: {} });
};

const work = (token: string, args: readonly string[], env: Record<string, string> = {}): Started =>
  person.start('work', ['--home', homes, ...args], {
    env: { MUSTER_URL: world().stack.baseUrl, MUSTER_TOKEN: token, ...env },
  });

async function wake(agentId: string): Promise<string> {
  const woken = await world().board.call(scheduler, 'wakeAgent', { agentId, reason: 'to try' });
  if (!('id' in woken)) throw new Error(`skipped: ${woken.reason}`);
  return woken.id;
}

const runOf = async (runId: string): Promise<Run> => {
  const { body } = await world().board.get(`/api/heartbeat-runs/${runId}`);
  return body as Run;
};

it('starts the command for a wake-up, with the token of the run and not with the key', async () => {
  const { agent, token } = await hire();
  const runId = await wake(agent.id);
  const program = 'env | sort; echo "I am $SERVICE_AGENT_ID"';
  const worker = work(token, ['--runs', '1', '--', '/bin/sh', '-c', program], { SOME_SECRET: 'x' });
  const { code, out, err } = await worker.ended;
  expect([code, err]).toEqual([0, err]);
  expect(err).toContain('Isolation: ');
  expect(out).toContain(`SERVICE_RUN_ID=${runId}`);
  expect(out).toContain('SERVICE_API_KEY=');
  for (const hidden of [token, 'SOME_SECRET', 'MUSTER_TOKEN']) expect(out).not.toContain(hidden);
  expect(await runOf(runId)).toMatchObject({
    status: 'succeeded',
    resultSummary: `I am ${agent.id}`,
  });
});

it('keeps the profiles of its person from the command, where this machine lets it', async () => {
  const { agent, token } = await hire();
  const { baseUrl } = world().stack;
  const login = await person.run('login', ['--url', baseUrl, '--profile', 'remote'], {
    input: token,
  });
  expect(login.code).toBe(0);
  const runId = await wake(agent.id);
  const file = `${person.home}/config/muster/profiles/remote.json`;
  expect(readFileSync(file, 'utf8')).toContain(token);
  const args = ['--runs', '1', '--profile', 'remote', '--', '/bin/sh', '-c', `cat '${file}'`];
  const { err, out } = await person.start('work', ['--home', homes, ...args]).ended;
  const isApart = !err.includes('Isolation: none');
  expect(out.includes(token)).toBe(!isApart);
  expect((await runOf(runId)).status).toBe(isApart ? 'failed' : 'succeeded');
});

it('reads usage and ending of a coding agent from its output, and gives it a prompt', async () => {
  const { agent, token } = await hire();
  const runId = await wake(agent.id);
  const transcript = fileURLToPath(
    new URL('../../libs/cli-agents/transcripts/codex/success.jsonl', import.meta.url),
  );
  const program = `cat >&2; cat '${transcript}'`;
  const options = ['--output', 'codex', '--isolation', 'none', '--runs', '1'];
  const { code, out, err } = await work(token, [...options, '--', '/bin/sh', '-c', program]).ended;
  expect([code, err]).toEqual([0, err]);
  expect(out).toContain('woken for: to try');
  const run = await runOf(runId);
  expect(run).toMatchObject({
    status: 'succeeded',
    usage: { provider: 'openai', costCents: null },
  });
  expect(run.usage?.outputTokens).toBeGreaterThan(0);
});

it('goes on with the next run, and reports what a command that fails has printed', async () => {
  const { agent, token } = await hire();
  const first = await wake(agent.id);
  const program = '[ -e done ] || { touch done; exit 0; }; echo words; exit 3';
  const worker = work(token, ['--isolation', 'none', '--', '/bin/sh', '-c', program]);
  await expect.poll(() => worker.err()).toContain(`${first} is succeeded`);
  const second = await wake(agent.id);
  await expect.poll(() => worker.err()).toContain(`${second} is failed`);
  expect(await runOf(second)).toMatchObject({
    status: 'failed',
    error: 'The agent exited with 3',
    resultSummary: 'words',
  });
  worker.kill('SIGTERM');
  const { code, err } = await worker.ended;
  expect(code).toBe(0);
  expect(err).toContain('2 runs were carried out.');
});

it('ends the command of a run that the board cancels, by the next keep-alive', async () => {
  const { agent, token } = await hire();
  const runId = await wake(agent.id);
  const program = 'echo begun; exec sleep 3600';
  const options = ['--isolation', 'none', '--runs', '1'];
  const worker = work(token, [...options, '--', '/bin/sh', '-c', program]);
  await expect.poll(() => worker.out()).toContain('begun');
  await world().board.call(scheduler, 'cancelRun', { runId });
  const { code, err } = await worker.ended;
  expect(code).toBe(0);
  expect(err).toContain(`${runId} is cancelled`);
});

it('lets the run in progress end at the first signal, and ends it at the second', async () => {
  const { agent, token } = await hire();
  const runId = await wake(agent.id);
  const program = 'echo begun; exec sleep 3600';
  const worker = work(token, ['--isolation', 'none', '--', '/bin/sh', '-c', program]);
  await expect.poll(() => worker.out()).toContain('begun');
  worker.kill('SIGINT');
  worker.kill('SIGTERM');
  expect((await worker.ended).code).toBe(0);
  expect((await runOf(runId)).status).toBe('cancelled');
});

it('refuses what is no agent, no program and no isolation', async () => {
  const { stack } = world();
  const asBoard = await work(stack.boardToken, ['--', 'true']).ended;
  expect(asBoard).toMatchObject({ code: 3, err: expect.stringContaining('agent key') as string });
  const { token } = await hire();
  for (const args of [['--output', 'vim'], ['--isolation', 'glass'], ['--runs', '0'], []]) {
    expect(
      (await work(token, [...args, ...(args.length > 0 ? ['--', 'true'] : [])]).ended).code,
    ).toBe(2);
  }
});
