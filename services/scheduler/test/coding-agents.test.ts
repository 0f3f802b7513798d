/** Runs of coding agents with each of their adapters. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliAgentType } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { describeBeside } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codingAgents, FROM_FILE, kinds, openCodingAgents, type Kind } from './coding-agent.ts';
import type { Opened } from './open-scheduler.ts';

let opened: Opened;
let companyId: string;
beforeAll(async () => {
  opened = await openCodingAgents();
  ({ companyId } = await opened.company());
});
afterAll(() => opened.close());

const agentsOf = (kind: Kind) => codingAgents(opened, companyId, kind);

/** Expected arguments; `home` is that of the agent. */
const flags: Readonly<Record<CliAgentType, (home: string) => object>> = {
  claude_code: (home) => ({
    print: true,
    'input-format': 'stream-json',
    'replay-user-messages': true,
    'output-format': 'stream-json',
    verbose: true,
    settings: `${home}/.claude/settings.json`,
    'setting-sources': 'user',
    'strict-mcp-config': true,
    'mcp-config': `${home}/.claude/muster/servers.json`,
    allowedTools: 'mcp__muster',
    tools: 'Bash,Read,Edit,Write,Grep,Glob,Skill,TodoWrite,WebFetch,WebSearch',
    'append-system-prompt-file': `${home}/.claude/muster/instructions.md`,
    'permission-mode': 'acceptEdits',
    'permission-prompts': 'none',
    model: 'claude-sonnet-5-5',
    effort: 'high',
  }),
  codex: () => ({
    json: true,
    'skip-git-repo-check': true,
    model: 'gpt-5.2-codex',
    config: [
      'model_reasoning_effort="high"',
      'sandbox_mode="workspace-write"',
      'sandbox_workspace_write.network_access=true',
      'approval_policy="never"',
    ],
  }),
  opencode: () => ({
    format: 'json',
    'print-logs': true,
    'log-level': 'ERROR',
    title: 'Muster',
    model: 'anthropic/claude-sonnet-4-5',
    variant: 'high',
  }),
  gemini_cli: (home) => ({
    'output-format': 'stream-json',
    'approval-mode': 'auto_edit',
    'include-directories': join(home, 'workspace'),
    model: 'gemini-2.5-pro',
  }),
};

const succeeded = { status: 'succeeded', errorCode: null };
const failedWith = (errorCode: string | null) => ({ status: 'failed', errorCode });
const common = [
  ['success', { ...succeeded, resultSummary: 'Done.' }],
  ['quota', failedWith('provider_quota')],
  ['invalid-key', failedWith('auth_required')],
  ['unknown-model', failedWith('model_unknown')],
  ['context-full', failedWith('context_full')],
  ['server-error', failedWith('provider_busy')],
  ['bad-gateway', failedWith('provider_busy')],
  ['connection-cut', failedWith('provider_busy')],
  ['no-credit', failedWith('provider_quota')],
] as const;
const replays: Readonly<Record<CliAgentType, readonly (readonly [string, object])[]>> = {
  claude_code: [
    ...common,
    ['sub-agent', succeeded],
    ['refused-tool', { ...succeeded, warnings: [{ code: 'tools_refused' }] }],
    ['later-empty-result', { ...succeeded, resultSummary: 'Done.' }],
    ['stopped-tasks', { ...succeeded, warnings: [{ code: 'tasks_stopped' }] }],
    ['living-tasks', { ...succeeded, warnings: [{ code: 'tasks_stopped' }] }],
    ['no-login', failedWith('auth_required')],
    ['no-sandbox', failedWith('adapter_config')],
    ['turn-limit', failedWith('max_turns')],
  ],
  codex: [
    ...common,
    ['quota-without-moment', failedWith('provider_quota')],
    ['quota-after-retries', failedWith('provider_quota')],
    ['provider-away-for-long', failedWith('provider_busy')],
  ],
  opencode: [
    ...common,
    ['refused-tool', { ...succeeded, warnings: [{ code: 'tools_refused' }] }],
    ['quota-without-moment', failedWith('provider_quota')],
  ],
  gemini_cli: [
    ...common,
    ['sub-agent', succeeded],
    ['refused-tool', { ...succeeded, warnings: [{ code: 'tools_refused' }] }],
    ['quota-without-moment', failedWith('provider_quota')],
    ['turn-limit', failedWith('max_turns')],
  ],
};

/** What the adapter knows, with a value that it does not know. */
const unknownValue = (type: CliAgentType): object =>
  type === 'gemini_cli' ? { maxTurns: 0 } : { effort: 'most' };

/** Some start all of their programs at once, and so do the other kinds beside them. */
const PROGRAMS_MS = 120_000;

describeBeside(kinds, undefined, { timeout: PROGRAMS_MS })('$type', (kind) => {
  const { type } = kind;
  it('is started with its flags, instructions, skills and key, and its token in the environment', async () => {
    const { newAgent, runOf, startOf, configure } = agentsOf(kind);
    const body = 'Be brief. Ümläute: ✓\n\n{{taskId}} {{SERVICE_HOME}}';
    const agentId = await newAgent(
      { uses: 1, tells: true },
      {
        config: { effort: 'high' },
        instructions: { version: 1, body },
        skillsSha256: `one of ${type}`,
      },
    );
    const files = [
      {
        path: 'publish/SKILL.md',
        text: '---\nname: "publish"\n---\nÜmläute: ✓ {{SERVICE_HOME}}\n',
      },
      { path: 'publish/references/style.md', text: 'Plain.\n' },
    ];
    opened.skills.set(agentId, { agentId, files, sha256: `one of ${type}` });
    const home = join(opened.runner.workspaceOf(agentId), '..');
    mkdirSync(join(home, 'elsewhere'), { recursive: true });
    writeFileSync(join(home, 'elsewhere/SKILL.md'), 'mine');
    mkdirSync(join(home, kind.skills, '..'), { recursive: true });
    symlinkSync(join(home, 'elsewhere'), join(home, kind.skills));
    const run = await runOf(agentId);
    expect(run).toMatchObject({ status: 'succeeded', resultSummary: 'used 1', warnings: [] });
    const start = await startOf(run);
    expect(start.values).toEqual(flags[type](home));
    expect(start).toMatchObject({
      instructions: body,
      skills: { [files[0]?.path ?? '']: files[0]?.text, [files[1]?.path ?? '']: 'Plain.\n' },
    });
    expect(start.env).toEqual(expect.arrayContaining([kind.credential, 'SERVICE_API_KEY']));
    expect(JSON.stringify(run) + (await opened.logOf(run.id))).not.toContain(kind.key);
    configure(agentId, { uses: 1, tells: true });
    const left = (await startOf(await runOf(agentId))).skills;
    expect(left['muster/SKILL.md']).toContain('get_work {}');
    expect(left['muster/SKILL.md']).not.toContain('curl');
    expect(Object.keys(left).filter((path) => !path.startsWith('muster/'))).toEqual([]);
    expect(opened.skillsAsked.filter((asked) => asked === agentId)).toHaveLength(1);
  });

  it('is not started with a configuration that the adapter does not know', async () => {
    const { newAgent, runOf } = agentsOf(kind);
    for (const config of [{ model: '--allow-all' }, unknownValue(type)]) {
      const run = await runOf(await newAgent({ uses: 1 }, { config }));
      expect(run).toMatchObject(failedWith('adapter_config'));
      expect(run.error).toContain(`adapterConfig.${Object.keys(config)[0]}`);
    }
  });

  it('ends by what its program prints last and not by its exit code', async () => {
    const { newAgent, runOf } = agentsOf(kind);
    const cases = replays[type].flatMap(([replay, ending], index) =>
      (index === 0 ? [0, 1] : [index % 2]).map((exit) => ({ replay, ending, exit })),
    );
    for (const { replay, ending, exit } of cases) {
      const run = await runOf(await newAgent({ replay, exit, pieceBytes: 997 }));
      // One that is ended because it asks again and again may have had no time to exit.
      const exitCode = run.exitCode ?? exit;
      expect({ replay, ...run, exitCode }).toMatchObject({ replay, ...ending, exitCode: exit });
      if (run.status === 'failed') expect(run.error).not.toBe('');
    }
    const silent = await runOf(await newAgent({}));
    expect(silent).toMatchObject({ ...failedWith('no_result'), exitCode: 0 });
    const crashed = await runOf(await newAgent({ exit: 3 }));
    expect(crashed).toMatchObject({ ...failedWith('exit_code'), exitCode: 3 });
    const long = { longLineBytes: 1_100_000, replay: 'success' };
    expect(await runOf(await newAgent(long))).toMatchObject(succeeded);
  });

  it('books what the program has counted, cache writes as input', async () => {
    const { newAgent, runOf } = agentsOf(kind);
    expect((await runOf(await newAgent({ uses: 100 }))).usage).toEqual(kind.usage);
  });

  it('is tried again where the provider is busy', async () => {
    const { newAgent, runOf, configure, runAfter } = agentsOf(kind);
    const agentId = await newAgent({ replay: 'overload', exit: 1 });
    const run = await runOf(agentId);
    expect(run).toMatchObject(failedWith('provider_busy'));
    configure(agentId, { uses: 1 });
    const again = await runAfter(agentId, run);
    expect(again).toMatchObject({ status: 'succeeded', source: 'on_demand' });
  });

  it('begins its session anew with other instructions or other skills', async () => {
    const { newAgent, workOn, startOf, configure } = agentsOf(kind);
    const act = { uses: 1, tells: true };
    const agentId = await newAgent(act);
    const issueId = newId();
    const sessions: (string | undefined)[] = [];
    const work = async (): Promise<void> => {
      sessions.push((await startOf(await workOn(agentId, issueId))).session);
    };
    await work();
    await work();
    const instructions = { version: 2, body: 'New.' };
    configure(agentId, act, { instructions });
    await work();
    opened.skills.set(agentId, { agentId, files: [], sha256: `two of ${type}` });
    configure(agentId, act, { instructions, skillsSha256: `two of ${type}` });
    await work();
    await work();
    expect(sessions.map((session) => session !== undefined)).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
    // The files of a digest are asked for once.
    expect(opened.skillsAsked.filter((asked) => asked === agentId)).toHaveLength(1);
  });

  it('drops a session that the program does not know, and the run begins anew', async () => {
    const { newAgent, workOn } = agentsOf(kind);
    const agentId = await newAgent({ uses: 5 });
    const issueId = newId();
    await workOn(agentId, issueId);
    await opened.stage.db.run({
      text: `update sessions set session_id = 'gone' where agent_id = $1 returning 1`,
      values: [agentId],
    });
    expect(await workOn(agentId, issueId)).toMatchObject({
      ...succeeded,
      usage: { inputTokens: 10 },
      warnings: [{ code: 'session_dropped' }],
    });
  });

  it.each([
    ['stays when its provider has failed it', 'invalid-key', 'auth_required', true],
    ['is dropped when it no longer fits', 'context-full', 'context_full', false],
  ])('has a session that %s', async (_, replay, errorCode, stays) => {
    const { newAgent, next, workOn, startOf } = agentsOf(kind);
    const agentId = await newAgent(FROM_FILE);
    const issueId = newId();
    next(agentId, { uses: 1 });
    await workOn(agentId, issueId);
    next(agentId, { replay, exit: 1 });
    expect(await workOn(agentId, issueId)).toMatchObject(failedWith(errorCode));
    next(agentId, { uses: 1, tells: true });
    const { session } = await startOf(await workOn(agentId, issueId));
    expect(session !== undefined).toBe(stays);
  });
});
