/**
 * How runs of coding agents end, through the whole system: each program prints what the real one was recorded
 * with. What each ending means in all details is with the scheduler and in libs/cli-agents.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composed, issues, scheduler, type CliAgentType, type Run } from '@muster/contracts';
import { describeBeside, until, WITH_COMPILE_CACHE } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, addIssue, createCompany } from '../fixtures/builders.ts';
import { insist } from '../world/insist.ts';
import { useWorld } from '../world/use-world.ts';

const FAKE = fileURLToPath(new URL('../../libs/cli-agents/test/fake-program.ts', import.meta.url));
const commandOf = (type: CliAgentType): string =>
  JSON.stringify([process.execPath, '--no-warnings', ...WITH_COMPILE_CACHE, FAKE, type]);

const world = useWorld({
  settings: {
    MUSTER_CLI_FREEDOM: 'full',
    MUSTER_CLAUDE_CODE_COMMAND: commandOf('claude_code'),
    MUSTER_CODEX_COMMAND: commandOf('codex'),
    MUSTER_OPENCODE_COMMAND: commandOf('opencode'),
    MUSTER_GEMINI_CLI_COMMAND: commandOf('gemini_cli'),
    RESULT_SECONDS: '0.5',
    RESUME_SECONDS: '5',
    // Nothing here waits for the end of a lease, which a busy machine may renew late.
    LEASE_SECONDS: '15',
  },
});

/** The variable with the key of its provider, and a model. Agents with one key would share its outages. */
const programs: Readonly<Record<CliAgentType, readonly [key: string, model: string]>> = {
  claude_code: ['ANTHROPIC_API_KEY', 'claude-sonnet-5-5'],
  codex: ['CODEX_API_KEY', 'gpt-5.2-codex'],
  opencode: ['ANTHROPIC_API_KEY', 'anthropic/claude-sonnet-4-5'],
  gemini_cli: ['GEMINI_API_KEY', 'gemini-2.5-pro'],
};

const done = { status: 'succeeded', errorCode: null, error: null, resultSummary: 'Done.' };
const busy = { status: 'failed', errorCode: 'provider_busy' };
const tasksStopped = { ...done, warnings: [{ code: 'tasks_stopped' }] };
const ofAll = [
  ['stays after its result', { replay: 'success', stays: true }, done],
  [
    'prints a result without any turn after that of its work',
    { replay: 'later-empty-result' },
    done,
  ],
  ['is answered 500', { replay: 'server-error', exit: 1 }, busy],
  ['is answered 502', { replay: 'bad-gateway', exit: 1 }, busy],
  ['is answered 504', { replay: 'gateway-timeout', exit: 1 }, busy],
  ['has its connection cut', { replay: 'connection-cut', exit: 1 }, busy],
  ['stays after its provider has failed', { replay: 'overload', stays: true }, busy],
  [
    'fails with a word on standard error',
    { exit: 3, errors: ['reading', 'the disk is full'] },
    {
      status: 'failed',
      errorCode: 'exit_code',
      error: expect.stringMatching(/exited with 3\n.*\nreading\nthe disk is full$/),
    },
  ],
] as const;
/** Only Claude Code tells of tasks in its background. */
const ofClaudeCode = [
  ['has its tasks stopped at the end of a turn', { replay: 'stopped-tasks' }, tasksStopped],
  ['leaves a task behind', { replay: 'living-tasks' }, tasksStopped],
] as const;

const types = Object.keys(programs) as CliAgentType[];

describeBeside(types)('a run of %s', (adapterType) => {
  const [key, model] = programs[adapterType];
  // Of all kinds at once, for which a busy machine may lack places.
  const newAgent = (companyId: string, act: object, config: object = {}) =>
    insist(() =>
      addAgent(world().board, companyId, {
        adapterType,
        adapterConfig: {
          promptTemplate: JSON.stringify(act),
          env: { [key]: randomUUID() },
          model,
          graceSec: 2,
          ...config,
        },
        budgetMonthlyCents: 1_000_000,
        runtimeConfig: {},
      }),
    );
  const endOf = (companyId: string, agentId: string, number = 1): Promise<Run> =>
    until(`run ${number} of ${adapterType}`, async () => {
      const runs = await world().board.call(scheduler, 'listRuns', { companyId, agentId });
      const run = runs.toReversed()[number - 1];
      return run?.finishedAt ? run : undefined;
    });
  /** Page after page. */
  async function logOf(runId: string): Promise<string> {
    let [text, offset] = ['', 0];
    for (;;) {
      const page = await world().board.call(scheduler, 'getRunLog', { runId, offset });
      text += page.text;
      if (page.nextOffset === offset) return text;
      offset = page.nextOffset;
    }
  }

  it('ends as its last event says, whatever follows on that', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const cases = adapterType === 'claude_code' ? [...ofAll, ...ofClaudeCode] : ofAll;
    const ends = cases.map(async ([ending, act, wanted]) => {
      const { id: agentId } = await newAgent(companyId, act);
      await addIssue(board, companyId, { assigneeAgentId: agentId });
      const run = await endOf(companyId, agentId);
      const { body } = await board.get(`/api/heartbeat-runs/${run.id}/receipt`);
      const receipt = composed.getRunReceipt.output.parse(body).run;
      return { ending, run, receipt, wanted };
    });
    for (const { ending, run, receipt, wanted } of await Promise.all(ends)) {
      expect({ ending, ...run }).toMatchObject({ ending, ...wanted });
      expect(receipt).toMatchObject({ status: run.status, errorCode: run.errorCode });
    }
  });

  it('keeps the head and the tail of its output', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const act = { longLineBytes: 1_300_000, replay: 'success' };
    const { id: agentId } = await newAgent(companyId, act);
    await addIssue(board, companyId, { assigneeAgentId: agentId });
    const run = await endOf(companyId, agentId);
    expect(run).toMatchObject(done);
    expect(run.logBytes).toBeGreaterThan(1_300_000);
    const log = await logOf(run.id);
    expect(log).toMatch(/^x+\n\[[\d,]+ bytes of the output were left out\]\nx+\n/m);
    expect(log).toContain('Done.');
    expect(log.length).toBeLessThan(1_100_000);
  });

  it('begins anew where its session is unknown or hangs', async () => {
    const { board, folder } = world();
    const { id: companyId } = await createCompany(board);
    const ways = ['silently', 'plainly', 'never'] as const;
    await Promise.all(
      ways.map(async (refuses) => {
        const cwd = join(folder, adapterType, refuses);
        mkdirSync(cwd, { recursive: true });
        const next = (act: object): void =>
          writeFileSync(join(cwd, 'act.json'), JSON.stringify(act));
        next({ uses: 5 });
        const { id: agentId } = await newAgent(companyId, { from: 'act.json' }, { cwd });
        const { id: issueId } = await addIssue(board, companyId, { assigneeAgentId: agentId });
        expect(await endOf(companyId, agentId)).toMatchObject({ status: 'succeeded' });
        next({ uses: 5, refuses });
        await board.call(issues, 'addComment', { issueId, body: 'Go on, please.' });
        expect({ refuses, ...(await endOf(companyId, agentId, 2)) }).toMatchObject({
          refuses,
          status: 'succeeded',
          resultSummary: 'used 5',
          warnings: [{ code: 'session_dropped' }],
        });
      }),
    );
  });
});
