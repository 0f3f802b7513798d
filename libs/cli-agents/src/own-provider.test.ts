import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { credentialsIn, isMetered } from './credentials.ts';
import type { CliStart } from './cli-agent.ts';
import {
  claudeCode,
  codex,
  geminiCli,
  opencode,
  providerVariables,
  type CliAgent,
} from './index.ts';

const address = { baseUrl: 'https://models.example.com', models: ['large', 'small'] };
const auth = 'tok-of-the-gateway';
const start = (over: Partial<CliStart>): CliStart => ({
  home: '/h',
  cwd: '/w',
  git: undefined,
  apiUrl: 'http://127.0.0.1:3100',
  model: 'large',
  provider: undefined,
  cloud: undefined,
  effort: undefined,
  maxTurns: undefined,
  session: undefined,
  freedom: 'workspace',
  isOwnUser: false,
  instructions: '',
  skills: {},
  ...over,
});
const textsOf = ({ home }: CliAgent, of: CliStart): readonly string[] => [
  ...Object.values(home.files(of)),
  ...Object.values(home.folders(of)).flatMap((texts) => Object.values(texts)),
];

describe('a provider of one’s own', () => {
  it('is told to Claude Code by variables, small tasks with the last of its models', () => {
    const provider = { ...address, api: 'anthropic', auth } as const;
    const env = { ANTHROPIC_API_KEY: 'of another', A: 'b' };
    expect(providerVariables(claudeCode, env, provider, undefined)).toEqual({
      A: 'b',
      ANTHROPIC_BASE_URL: address.baseUrl,
      ANTHROPIC_AUTH_TOKEN: auth,
      ANTHROPIC_MODEL: 'large',
      ANTHROPIC_DEFAULT_OPUS_MODEL: 'large',
      ANTHROPIC_DEFAULT_SONNET_MODEL: 'large',
      ANTHROPIC_DEFAULT_HAIKU_MODEL: 'small',
    });
  });

  it('is told to Codex by its settings, since it takes no address from its environment', () => {
    const provider = { ...address, api: 'openai_responses' } as const;
    const [, , settings = ''] = Object.values(codex.home.files(start({ provider })));
    expect(parse(settings)).toMatchObject({
      model_provider: 'own',
      model_providers: {
        own: { base_url: address.baseUrl, env_key: 'MUSTER_PROVIDER_KEY', wire_api: 'responses' },
      },
    });
  });

  it.each([
    ['anthropic', '@ai-sdk/anthropic', '/v1'],
    ['openai_responses', '@ai-sdk/openai', ''],
    ['openai_chat', '@ai-sdk/openai-compatible', ''],
    ['google', '@ai-sdk/google', '/v1beta'],
  ] as const)('is told to OpenCode as %s by its settings', (api, npm, path) => {
    const [settings = ''] = textsOf(
      opencode,
      start({ model: 'gateway/team/large', provider: { ...address, api } }),
    );
    expect(JSON.parse(settings)).toMatchObject({
      provider: {
        gateway: {
          npm,
          options: { baseURL: `${address.baseUrl}${path}`, apiKey: '{env:MUSTER_PROVIDER_KEY}' },
          models: { 'team/large': {}, large: {}, small: {} },
        },
      },
    });
  });

  it('is told to Gemini CLI by variables, with the first of its models where none is set', () => {
    const provider = { ...address, api: 'google' } as const;
    expect(providerVariables(geminiCli, {}, provider, undefined)).toEqual({
      GOOGLE_GEMINI_BASE_URL: address.baseUrl,
      GEMINI_API_KEY: 'none',
    });
    expect(geminiCli.argv(start({ model: undefined, provider }))).toContain('large');
  });

  it.each([
    ['anthropic', claudeCode],
    ['openai_responses', codex],
    ['openai_chat', opencode],
    ['google', geminiCli],
  ] as const)('has its key in the environment alone: %s', (api, agent) => {
    const of = start({ model: 'x/large', provider: { ...address, api } });
    const all = [...textsOf(agent, of), ...agent.argv(of)].join('\n');
    expect(all).not.toContain(auth);
    const variables = providerVariables(agent, {}, { ...address, api, auth }, 'x/large');
    expect(Object.values(variables)).toContain(auth);
  });
});

describe('a cloud that a variable switches the program to', () => {
  const bedrock = { CLAUDE_CODE_USE_BEDROCK: '1', AWS_BEARER_TOKEN_BEDROCK: 'b' };

  it('is paid by its own keys, and not at the prices that the program knows', () => {
    const env = { ...bedrock, ANTHROPIC_API_KEY: 'a' };
    expect(credentialsIn(claudeCode, env)).toEqual(['b']);
    expect(isMetered(claudeCode, env)).toBe(false);
    const off = { ...env, CLAUDE_CODE_USE_BEDROCK: '0' };
    expect(credentialsIn(claudeCode, off)).toEqual(['a']);
    expect(isMetered(claudeCode, off)).toBe(true);
  });

  it('is switched off where the board names a provider', () => {
    const provider = { ...address, api: 'anthropic', auth } as const;
    const variables = providerVariables(claudeCode, bedrock, provider, 'large');
    expect(variables).not.toHaveProperty('CLAUDE_CODE_USE_BEDROCK');
  });

  it('is another login in the settings of Gemini CLI', () => {
    const settings = (cloud?: string): string =>
      textsOf(geminiCli, start({ cloud })).find((text) => text.includes('selectedType')) ?? '';
    expect(settings('GOOGLE_GENAI_USE_VERTEXAI')).toContain('"selectedType":"vertex-ai"');
    expect(settings()).toContain('"selectedType":"gemini-api-key"');
  });
});
