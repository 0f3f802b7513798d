import { describe, expect, it } from 'vitest';
import { claudeCode, codex, type CliStart } from './index.ts';

const start: CliStart = {
  home: '/srv/homes/a-1',
  model: 'some-model',
  effort: 'high',
  maxTurns: 30,
  session: 's-1',
  freedom: 'workspace',
  instructions: 'Be brief.\n',
};
const first: CliStart = {
  ...start,
  model: undefined,
  effort: undefined,
  maxTurns: undefined,
  session: undefined,
};

describe.each([
  ['claude_code', claudeCode],
  ['codex', codex],
])('%s', (_, agent) => {
  it('writes the same bytes on every start, whatever it resumes', () => {
    expect(agent.home.files(start)).toStrictEqual(agent.home.files(first));
    expect(Object.values(agent.home.files(start))).toContain(start.instructions);
  });

  it('writes into its home alone', () => {
    for (const path of Object.keys(agent.home.files(start))) {
      expect(path).toMatch(/^(?:[\w-]+\/)*[\w-]+\.(?:json|md|toml)$/i);
    }
  });

  it('leaves out what the agent does not set', () => {
    const text = agent.argv(first).join(' ');
    expect(text).not.toMatch(/undefined|resume|effort|max-turns|some-model/);
  });

  it('names no credential and no prompt in its arguments', () => {
    const text = agent.argv(start).join(' ');
    for (const name of [...agent.credentials, 'SERVICE_API_KEY']) expect(text).not.toContain(name);
    expect(text).not.toContain(start.instructions.trim());
  });
});

describe('claude_code', () => {
  it('sandboxes commands in a workspace or refuses to start, and never asks a person', () => {
    const settings: unknown = JSON.parse(claudeCode.home.files(start)['settings.json'] ?? '');
    expect(settings).toMatchObject({
      disableAllHooks: true,
      disableSkillShellExecution: true,
      sandbox: { enabled: true, failIfUnavailable: true, allowUnsandboxedCommands: false },
    });
    expect(claudeCode.argv(start).join(' ')).toMatch(
      /--permission-mode acceptEdits --permission-prompts none/,
    );
  });

  it('leaves out the settings of a repository and every MCP server of its own', () => {
    expect(claudeCode.argv(start).join(' ')).toContain(
      '--setting-sources user --strict-mcp-config',
    );
  });

  it('has full freedom only where the operator grants it', () => {
    const full = { ...start, freedom: 'full' } as const;
    expect(claudeCode.argv(full)).toContain('bypassPermissions');
    expect(claudeCode.home.files(full)['settings.json']).not.toContain('sandbox');
    expect(claudeCode.argv(start)).not.toContain('bypassPermissions');
    expect(claudeCode.environment(full)).toHaveProperty('IS_SANDBOX', '1');
    expect(claudeCode.environment(start)).not.toHaveProperty('IS_SANDBOX');
  });

  it.each(claudeCode.efforts)('passes effort %s and the session on', (effort) => {
    const text = claudeCode.argv({ ...start, effort }).join(' ');
    expect(text).toContain(`--effort ${effort} --max-turns 30 --resume s-1`);
  });
});

describe('codex', () => {
  it.each(codex.efforts)('passes effort %s on', (effort) => {
    expect(codex.argv({ ...start, effort })).toContain(`model_reasoning_effort="${effort}"`);
  });

  it('sandboxes commands in a workspace, by settings that a resumed session takes, too', () => {
    expect(codex.argv(start).join(' ')).toBe(
      'exec --json --skip-git-repo-check -m some-model -c model_reasoning_effort="high" ' +
        '-c sandbox_mode="workspace-write" -c sandbox_workspace_write.network_access=true ' +
        '-c approval_policy="never" resume s-1 -',
    );
  });

  it('has full freedom only where the operator grants it', () => {
    const text = codex.argv({ ...start, freedom: 'full' }).join(' ');
    expect(text).toContain('--dangerously-bypass-approvals-and-sandbox');
    expect(text).not.toContain('sandbox_mode');
    expect(codex.argv(start).join(' ')).not.toContain('dangerously');
  });

  it('puts back settings that start no program', () => {
    expect(codex.home.files(start)['config.toml']).toBe('');
  });
});
