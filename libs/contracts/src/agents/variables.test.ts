import { describe, expect, it } from 'vitest';
import { isReservedVariable } from './variables.ts';

describe('isReservedVariable', () => {
  it.each([
    'PATH',
    'path',
    'LD_PRELOAD',
    'DYLD_INSERT_LIBRARIES',
    'NODE_OPTIONS',
    'node_options',
    'PYTHONPATH',
    'PYTHONSTARTUP',
    'RUBYOPT',
    'PERL5OPT',
    'JAVA_TOOL_OPTIONS',
    'BASH_ENV',
    'ENV',
    'SHELL',
    'IFS',
    'GIT_SSH_COMMAND',
    'SSH_ASKPASS',
    'EDITOR',
    'PAGER',
    'http_proxy',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    'npm_config_registry',
    'SSL_CERT_FILE',
    'HOME',
    'XDG_CONFIG_HOME',
    'TMPDIR',
    'IS_SANDBOX',
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'OPENCODE_PERMISSION',
    'GEMINI_CLI_HOME',
    'SERVICE_API_URL',
  ])('is true for %s', (name) => {
    expect(isReservedVariable(name)).toBe(true);
  });

  it.each([
    'API_KEY',
    'APP_ENV',
    'ANTHROPIC_API_KEY',
    'OPENAI_BASE_URL',
    'DATABASE_URL',
    'PATHS',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CODEX_API_KEY',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'GEMINI_API_KEY',
    'MY_PATH',
    'ENVIRONMENT',
  ])('is false for %s', (name) => {
    expect(isReservedVariable(name)).toBe(false);
  });
});
