/** Agents with the adapter claude_code, by a program that replays what the real one has printed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issues, type Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentOn } from './comment-on.ts';
import { eventually, isOver, openScheduler, type Opened } from './open-scheduler.ts';

const FAKE = join(import.meta.dirname, '../../../libs/cli-agents/test/fake-claude.ts');
const command = JSON.stringify([process.execPath, '--no-warnings', FAKE]);
const TOOL_REFUSED = { code: 'tools_refused', tools: ['Bash'], count: 1 };
const KEY = 'sk-ant-canary-of-a-provider';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openScheduler({
    MUSTER_ADAPTERS: 'claude_code',
    MUSTER_CLAUDE_CODE_COMMAND: command,
  });
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());

interface More {
  readonly config?: object;
  readonly instructions?: { readonly version: number; readonly body: string };
}

const configure = (agentId: string, act: object, { config, instructions }: More = {}): void => {
  opened.adapters.set(agentId, {
    adapterType: 'claude_code',
    adapterConfig: {
      promptTemplate: JSON.stringify(act),
      env: { ANTHROPIC_API_KEY: `${KEY}-${agentId}` },
      graceSec: 5,
      ...config,
    },
    hide: [KEY],
    ...(instructions ? { instructions } : {}),
  });
};
const newAgent = async (act: object, more?: More): Promise<string> => {
  const { agentId } = await opened.agent(companyId, '', { adapterType: 'claude_code' });
  configure(agentId, act, more);
  return agentId;
};
const runOf = async (agentId: string): Promise<Run> =>
  opened.finished((await opened.wake(agentId)).id);
/** The run that is started by one more comment on the issue. */
const startOn = async (agentId: string, issueId: string, is: (run: Run) => boolean) => {
  const commentId = newId();
  await opened.receive(issues, 'issue.commented', {
    companyId,
    entityId: issueId,
    payload: commentOn({ issueId, commentId, agentId }),
  });
  return eventually(async () => {
    const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
    return runs.find((each) => is(each) && JSON.stringify(each.context).includes(commentId));
  });
};
const workOn = (agentId: string, issueId: string): Promise<Run> =>
  startOn(agentId, issueId, isOver);
interface Given {
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly instructions: string;
  readonly env: readonly string[];
}
/** What the program says that it was given. */
const startOf = async ({ id }: Run): Promise<Given> => {
  const log = await opened.logOf(id);
  const line = log.split('\n').find((each) => each.startsWith('{"values"'));
  return JSON.parse(line ?? '{}') as Given;
};

describe('the start of a coding agent', () => {
  it('gives it its flags, its instructions, a prompt, and its token in the environment', async () => {
    const body = 'Be brief. Ümläute: ✓\n\n{{taskId}} {{SERVICE_HOME}}';
    const agentId = await newAgent(
      { uses: 1, tells: true },
      {
        config: { model: 'claude-sonnet-5-5', effort: 'max', maxTurns: 9 },
        instructions: { version: 1, body },
      },
    );
    const run = await runOf(agentId);
    expect(run).toMatchObject({ status: 'succeeded', resultSummary: 'used 1', warnings: [] });
    const { values, instructions, env } = await startOf(run);
    const home = join(opened.runner.workspaceOf(agentId), '../.claude');
    expect(instructions).toBe(body);
    expect(values).toEqual({
      print: true,
      'output-format': 'stream-json',
      verbose: true,
      settings: `${home}/settings.json`,
      'setting-sources': 'user',
      'strict-mcp-config': true,
      'append-system-prompt-file': `${home}/muster/instructions.md`,
      'permission-mode': 'acceptEdits',
      'permission-prompts': 'none',
      model: 'claude-sonnet-5-5',
      effort: 'max',
      'max-turns': '9',
    });
    expect(env).toEqual(expect.arrayContaining(['ANTHROPIC_API_KEY', 'SERVICE_API_KEY']));
    expect(env).toContain('DISABLE_AUTOUPDATER');
    expect(env).not.toContain('IS_SANDBOX');
  });

  it('does not happen with a configuration that the adapter does not know', async () => {
    for (const config of [{ model: '--allow-all' }, { effort: 'most' }, { maxTurns: 0 }]) {
      const run = await runOf(await newAgent({ uses: 1 }, { config }));
      expect(run).toMatchObject({ status: 'failed', errorCode: 'adapter_config' });
      expect(run.error).toContain(`adapterConfig.${Object.keys(config)[0]}`);
    }
  });
});

describe('a run of a coding agent', () => {
  it.each([
    ['success', { status: 'succeeded', errorCode: null, resultSummary: 'Done.' }],
    ['sub-agent', { status: 'succeeded', errorCode: null }],
    ['refused-tool', { status: 'succeeded', errorCode: null, warnings: [TOOL_REFUSED] }],
    ['quota', { status: 'failed', errorCode: 'provider_quota' }],
    ['invalid-key', { status: 'failed', errorCode: 'auth_required' }],
    ['no-login', { status: 'failed', errorCode: 'auth_required' }],
    ['no-sandbox', { status: 'failed', errorCode: 'adapter_config' }],
    ['unknown-model', { status: 'failed', errorCode: 'model_unknown' }],
    ['turn-limit', { status: 'failed', errorCode: 'max_turns' }],
    ['context-full', { status: 'failed', errorCode: 'context_full' }],
  ])('that prints %s ends by its last event and not by its exit code', async (replay, ending) => {
    for (const exit of [0, 1]) {
      const run = await runOf(await newAgent({ replay, exit }));
      expect(run).toMatchObject({ ...ending, exitCode: exit });
      if (run.status === 'failed') expect(run.error).not.toBe('');
    }
  });

  it('has failed without a result, also with exit code 0', async () => {
    const silent = await runOf(await newAgent({}));
    expect(silent).toMatchObject({ status: 'failed', exitCode: 0, errorCode: 'no_result' });
    const crashed = await runOf(await newAgent({ exit: 3 }));
    expect(crashed).toMatchObject({ status: 'failed', exitCode: 3, errorCode: 'exit_code' });
  });

  it('books what the program has counted, cache writes as input', async () => {
    const { usage } = await runOf(await newAgent({ uses: 100 }));
    expect(usage).toEqual({
      inputTokens: 200,
      cachedInputTokens: 100,
      outputTokens: 100,
      costCents: 100,
      priceStatus: 'measured',
      provider: 'anthropic',
      model: 'claude-sonnet-5-5',
    });
  });

  it('is tried again where the provider is busy', async () => {
    const agentId = await newAgent({ replay: 'overload', exit: 1 });
    const run = await runOf(agentId);
    expect(run).toMatchObject({ status: 'failed', errorCode: 'provider_busy' });
    configure(agentId, { uses: 1 });
    const again = await eventually(async () => {
      const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
      return runs.find((each) => each.id !== run.id && isOver(each));
    });
    expect(again).toMatchObject({ status: 'succeeded', source: 'retry' });
  });

  it('keeps its work for the end of a quota, before which its agent is not started', async () => {
    const agentId = await newAgent({ replay: 'quota', exit: 1 });
    const run = await runOf(agentId);
    const [{ waits, wakes }] = (await opened.stage.db.run({
      text: `select r.not_before > now() as waits, (
          select count(*)::integer from wakeups w where w.agent_id = r.agent_id and w.status = 'pending'
        ) as wakes
        from roster r where r.agent_id = $1`,
      values: [agentId],
    })) as [{ waits: boolean; wakes: number }];
    expect({ waits, wakes, errorCode: run.errorCode }).toEqual({
      waits: true,
      wakes: 1,
      errorCode: 'provider_quota',
    });
    configure(agentId, { uses: 1 });
    await opened.stage.db.run({
      text: `update roster set not_before = now() where agent_id = $1 returning 1`,
      values: [agentId],
    });
    const next = await eventually(async () => {
      const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
      return runs.find((each) => each.id !== run.id && isOver(each));
    });
    expect(next.status).toBe('succeeded');
  });

  it('ends when it is cancelled, and books what its answers have shown', async () => {
    const agentId = await newAgent({ uses: 7, waits: true });
    const { id } = await opened.wake(agentId);
    await opened.runWhen(id, ({ usage }) => usage !== null);
    await opened.stage.as(boardActor()).cancelRun({ runId: id });
    const run = await opened.finished(id);
    expect(run).toMatchObject({ status: 'cancelled', errorCode: 'cancelled' });
    expect(run.usage).toMatchObject({ inputTokens: 14, outputTokens: 1, priceStatus: 'estimated' });
  });

  it('ends as idle when it prints nothing for too long', async () => {
    const run = await runOf(await newAgent({ uses: 1, waits: true }, { config: { idleSec: 1 } }));
    expect(run.errorCode).toBe('idle');
  });

  it('shows no secret in its log, its summary or its error', async () => {
    const agentId = await newAgent({ uses: 1, tells: true });
    const run = await runOf(agentId);
    expect(JSON.stringify(run) + (await opened.logOf(run.id))).not.toContain(KEY);
  });
});

describe('the session of a coding agent on an issue', () => {
  /** The prompt belongs to the configuration, with which a session ends; so it stays the same. */
  const FROM_FILE = { from: 'act.json' };
  const next = (agentId: string, act: object): void => {
    const workspace = opened.runner.workspaceOf(agentId);
    mkdirSync(workspace, { recursive: true });
    writeFileSync(join(workspace, FROM_FILE.from), JSON.stringify(act));
  };

  it('is resumed twenty times, with kills in between, and books each token once', async () => {
    const agentId = await newAgent(FROM_FILE);
    const issueId = newId();
    next(agentId, { uses: 100, tells: true });
    const first = await workOn(agentId, issueId);
    const runs: Run[] = [first];
    for (let n = 1; n <= 20; n += 1) {
      if (n % 7 === 0) {
        next(agentId, { uses: 100, waits: true });
        const live = await startOn(agentId, issueId, ({ usage }) => usage !== null);
        await opened.stage.as(boardActor()).cancelRun({ runId: live.id });
        runs.push(await opened.finished(live.id));
        next(agentId, { uses: 100 });
      }
      runs.push(await workOn(agentId, issueId));
    }
    const sum = (of: (usage: NonNullable<Run['usage']>) => number): number =>
      runs.reduce((total, { usage }) => total + (usage ? of(usage) : 0), 0);
    expect(runs).toHaveLength(23);
    expect(sum(({ inputTokens }) => inputTokens)).toBe(23 * 200);
    expect(sum(({ cachedInputTokens }) => cachedInputTokens)).toBe(23 * 100);
    expect(sum(({ outputTokens }) => outputTokens)).toBe(23 * 100);
    // Each of the two that were killed has its price rounded up.
    expect(sum(({ costCents }) => costCents ?? 0)).toBe(23 * 100 + 2);
  }, 120_000);

  it('begins anew with other instructions', async () => {
    const agentId = await newAgent({ uses: 1, tells: true });
    const issueId = newId();
    await workOn(agentId, issueId);
    const resumed = await startOf(await workOn(agentId, issueId));
    configure(agentId, { uses: 1, tells: true }, { instructions: { version: 2, body: 'New.' } });
    const anew = await startOf(await workOn(agentId, issueId));
    expect(resumed.values['resume']).toEqual(expect.any(String));
    expect([anew.instructions, anew.values['resume']]).toEqual(['New.', undefined]);
  });

  it('is dropped when the program does not know it, and another run begins anew', async () => {
    const agentId = await newAgent({ uses: 5 });
    const issueId = newId();
    await workOn(agentId, issueId);
    await opened.stage.db.run({
      text: `update sessions set session_id = 'gone' where agent_id = $1 returning 1`,
      values: [agentId],
    });
    const lost = await workOn(agentId, issueId);
    expect(lost).toMatchObject({ status: 'failed', errorCode: 'session_unknown', usage: null });
    const again = await eventually(async () => {
      const runs = await opened.stage.as(boardActor()).listRuns({ companyId, agentId });
      return runs.find(({ source, status }) => source === 'retry' && status === 'succeeded');
    });
    expect(again.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
  });

  it.each([
    ['stays when its provider has failed it', 'invalid-key', 'auth_required', true],
    ['is dropped when it no longer fits', 'context-full', 'context_full', false],
  ])('%s', async (_, replay, errorCode, stays) => {
    const agentId = await newAgent(FROM_FILE);
    const issueId = newId();
    next(agentId, { uses: 1 });
    await workOn(agentId, issueId);
    next(agentId, { replay, exit: 1 });
    expect(await workOn(agentId, issueId)).toMatchObject({ status: 'failed', errorCode });
    next(agentId, { uses: 1, tells: true });
    const { values } = await startOf(await workOn(agentId, issueId));
    expect(values['resume'] !== undefined).toBe(stays);
  });
});
