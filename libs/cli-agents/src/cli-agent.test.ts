import { describe, expect, it } from 'vitest';
import { parse } from 'smol-toml';
import {
  claudeCode,
  codex,
  geminiCli,
  opencode,
  type CliAgent,
  type CliStart,
  type Texts,
} from './index.ts';

const start: CliStart = {
  home: '/srv/homes/a-1',
  cwd: '/srv/work/checkout',
  git: undefined,
  apiUrl: 'http://127.0.0.1:3100',
  model: 'some-model',
  provider: undefined,
  cloud: undefined,
  effort: 'high',
  maxTurns: 30,
  session: 's-1',
  freedom: 'workspace',
  isOwnUser: false,
  instructions: 'Be brief.\n',
  skills: { 'publish/SKILL.md': 'Read it twice.' },
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
  ['opencode', opencode],
  ['gemini_cli', geminiCli],
])('%s', (_, agent) => {
  it('reads messages from its input where that is kept, and its prompt alone where it is not', () => {
    const isStreamed = (given: CliStart): boolean =>
      agent.argv(given).join(' ').includes('--input-format stream-json');
    expect(isStreamed(start)).toBe(false);
    expect(isStreamed({ ...start, keepsInput: true })).toBe(agent.input !== undefined);
    const text = 'One "line"\nand more';
    for (const line of [agent.input?.message(text, 'm-1'), agent.input?.interruption('m-1')]) {
      expect(line?.indexOf('\n')).toBe(line && line.length - 1);
    }
  });

  it('writes the same bytes on every start, whatever it resumes', () => {
    const texts = textsOf(agent);
    const other = textsOf(agent, { ...first, maxTurns: start.maxTurns });
    expect(Object.entries(texts)).toStrictEqual(Object.entries(other));
    expect(Object.values(texts)).toEqual(
      expect.arrayContaining([start.instructions, 'Read it twice.']),
    );
    const skill = Object.keys(texts).find((path) => path.endsWith('skills/publish/SKILL.md'));
    expect(skill?.startsWith(`${agent.home.folder}/`)).toBe(true);
  });

  it('names the control plane and the variable with the token, and no token', () => {
    const settings = Object.values(textsOf(agent)).filter((text) => text.includes('/mcp'));
    expect(settings).toHaveLength(1);
    expect(settings[0]).toContain('http://127.0.0.1:3100/mcp');
    expect(settings[0]).toContain('SERVICE_API_KEY');
  });

  it('writes what no address, model or instruction can change into other settings', () => {
    const odd = {
      ...start,
      apiUrl: 'http://a/"]}\n[x]\nnotify = ["y"]\n',
      instructions: '"}]\n[mcp_servers.x]\ncommand = "y"\n',
    };
    const settingsOf = (of: CliStart): readonly string[] =>
      Object.entries(textsOf(agent, of))
        .filter(([path]) => /(?:json|toml)$/.test(path))
        .map(([path, text]) =>
          JSON.stringify(path.endsWith('toml') ? parse(text) : JSON.parse(text)),
        )
        .map((text) => text.replaceAll(JSON.stringify(`${of.apiUrl}/mcp`), '"address"'));
    expect(settingsOf(odd)).toStrictEqual(settingsOf(start));
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

/** All that it finds in the agent's home. */
function textsOf({ home }: CliAgent, of = start): Texts {
  const folders = Object.entries(home.folders(of)).flatMap(([folder, texts]) =>
    Object.entries(texts).map(([path, text]) => [`${folder}/${path}`, text] as const),
  );
  return { ...home.files(of), ...Object.fromEntries(folders) };
}

describe('claude_code', () => {
  it('sandboxes commands in a workspace or refuses to start, and never asks a person', () => {
    const settings: unknown = JSON.parse(textsOf(claudeCode)['.claude/settings.json'] ?? '');
    expect(settings).toMatchObject({
      disableAllHooks: true,
      disableSkillShellExecution: true,
      sandbox: {
        enabled: true,
        failIfUnavailable: true,
        allowUnsandboxedCommands: false,
        autoAllowBashIfSandboxed: true,
      },
    });
    expect(settings).not.toHaveProperty('sandbox.enableWeakerNestedSandbox');
    const ofUser = textsOf(claudeCode, { ...start, isOwnUser: true })['.claude/settings.json'];
    expect(JSON.parse(ofUser ?? '')).toHaveProperty('sandbox.enableWeakerNestedSandbox', true);
    expect(claudeCode.argv(start).join(' ')).toMatch(
      /--permission-mode acceptEdits --permission-prompts none/,
    );
  });

  it('leaves out the settings of a repository and every MCP server of its own', () => {
    expect(claudeCode.argv(start).join(' ')).toContain(
      '--setting-sources user --strict-mcp-config ' +
        '--mcp-config /srv/homes/a-1/muster/servers.json --allowedTools mcp__muster',
    );
  });

  it('has full freedom only where the operator grants it', () => {
    const full = { ...start, freedom: 'full' } as const;
    expect(claudeCode.argv(full)).toContain('bypassPermissions');
    expect(textsOf(claudeCode, full)['.claude/settings.json']).not.toContain('sandbox');
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

  it('may write the folder of git in which the agent commits, and no other', () => {
    const text = codex.argv({ ...start, git: '/srv/homes/a-1/worktrees/PX-1/.git' }).join(' ');
    expect(text).toContain(
      '-c sandbox_workspace_write.writable_roots=["/srv/homes/a-1/worktrees/PX-1/.git"]',
    );
    expect(codex.argv(start).join(' ')).not.toContain('writable_roots');
  });

  it('has full freedom only where the operator grants it', () => {
    const text = codex.argv({ ...start, freedom: 'full' }).join(' ');
    expect(text).toContain('--dangerously-bypass-approvals-and-sandbox');
    expect(text).not.toContain('sandbox_mode');
    expect(codex.argv(start).join(' ')).not.toContain('dangerously');
  });

  it('puts back settings that start no program, trust no repository and name the server', () => {
    expect(parse(textsOf(codex)['.codex/config.toml'] ?? '')).toEqual({
      check_for_update_on_startup: false,
      analytics: { enabled: false },
      skills: { bundled: { enabled: false } },
      agents: { enabled: false },
      features: { goals: false },
      mcp_servers: {
        muster: {
          url: 'http://127.0.0.1:3100/mcp',
          bearer_token_env_var: 'SERVICE_API_KEY',
          default_tools_approval_mode: 'approve',
        },
      },
    });
    expect(textsOf(codex)).toMatchObject({
      '.codex/AGENTS.override.md': '',
      '.codex/hooks.json': '{}\n',
    });
    expect(codex.home.folders(start)).toMatchObject({ '.codex/rules': {}, '.agents': {} });
  });
});

describe('opencode', () => {
  const permissionsOf = (freedom: CliStart['freedom']): unknown =>
    JSON.parse(opencode.environment({ freedom })['OPENCODE_PERMISSION'] ?? '');

  it('runs no commands in a workspace, and no sub-agents, whose costs it does not print', () => {
    expect(permissionsOf('workspace')).toMatchObject({
      '*': 'deny',
      edit: { '*': 'allow', '*.opencode/*': 'deny', '*opencode.json*': 'deny' },
    });
    expect(permissionsOf('workspace')).not.toHaveProperty('bash');
    expect(permissionsOf('full')).toStrictEqual({
      '*': 'allow',
      task: 'deny',
      todoread: 'deny',
      todowrite: 'deny',
    });
  });

  it('asks for nothing only where the operator grants it', () => {
    expect(opencode.argv(start).join(' ')).toBe(
      'run --format json --print-logs --log-level ERROR --title Muster --model some-model ' +
        '--variant high --session s-1',
    );
    expect(opencode.argv({ ...start, freedom: 'full' })).toContain('--auto');
  });

  it('has one folder for its settings, in which nothing of the agent stays', () => {
    expect(Object.keys(opencode.home.folders(start))).toStrictEqual([
      '.local/opencode/config',
      '.opencode',
    ]);
    expect(opencode.environment(start)).toMatchObject({
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_PURE: '1',
    });
  });
});

describe('gemini_cli', () => {
  const settingsOf = (of: CliStart): unknown =>
    JSON.parse(textsOf(geminiCli, of)['.local/gemini/.gemini/settings.json'] ?? '');

  it('starts in a folder of its home that has no settings, and works on another one from there', () => {
    expect(geminiCli.home.startsIn).toBe('.local/gemini/start');
    expect(geminiCli.home.folders(start)).toMatchObject({
      '.local/gemini/start': { '.gemini/.env': '' },
      '.local/gemini/.gemini/extensions': {},
      '.local/gemini/.agents': {},
    });
    expect(geminiCli.argv(start).join(' ')).toBe(
      '--output-format stream-json --approval-mode auto_edit ' +
        '--include-directories /srv/work/checkout --model some-model --resume s-1',
    );
  });

  it('asks for nothing only where the operator grants it', () => {
    expect(geminiCli.argv({ ...start, freedom: 'full' }).join(' ')).toContain(
      '--approval-mode yolo',
    );
  });

  it('puts back settings that start no program, allow its own server and limit its turns', () => {
    expect(settingsOf(start)).toMatchObject({
      hooksConfig: { enabled: false },
      model: { maxSessionTurns: 30 },
      mcpServers: { muster: { httpUrl: 'http://127.0.0.1:3100/mcp', trust: true } },
    });
    expect(settingsOf(first)).not.toHaveProperty('model');
    expect(textsOf(geminiCli)).toMatchObject({ '.local/gemini/.gemini/.env': '' });
  });
});
