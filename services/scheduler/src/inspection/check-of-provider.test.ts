import type { AgentCheck, CliAgentType } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { programOf } from '../adapters/cli-agents.ts';
import { shippedPrices } from '../price-list.ts';
import { checksOfProvider } from './check-of-provider.ts';

const checksOf = (type: CliAgentType, adapterConfig: Readonly<Record<string, unknown>>) =>
  checksOfProvider({ type, agent: programOf(type), adapterConfig, prices: shippedPrices() });

/** What each row is about: release 0.1.0 reads no new codes, so some share one. */
const about = ({ code, message }: AgentCheck): string => {
  if (code === 'credential') return message.includes('knows no provider') ? 'provider' : code;
  return message.startsWith('The price') ? 'price' : 'model';
};

/** Rows that are not ok, with their levels. */
const troublesOf = (...of: Parameters<typeof checksOf>): Record<string, string> =>
  Object.fromEntries(
    checksOf(...of)
      .filter(({ level }) => level !== 'ok')
      .map((check) => [about(check), check.level]),
  );
const [ANTHROPIC_API_KEY, CODEX_API_KEY] = ['sk-ant-api03-x', 'k'];
const own = { baseUrl: 'https://models.example.com', auth: 'k' };
const ofOwn = { ...own, api: 'anthropic', models: ['large', 'small'] };

const cases: readonly [
  string,
  CliAgentType,
  Readonly<Record<string, unknown>>,
  Record<string, string>,
][] = [
  ['a key and an alias', 'claude_code', { env: { ANTHROPIC_API_KEY }, model: 'sonnet' }, {}],
  ['a listed model', 'codex', { env: { CODEX_API_KEY }, model: 'gpt-5.3-codex' }, {}],
  ['no model', 'gemini_cli', { env: { GEMINI_API_KEY: 'k' } }, {}],
  // The credential, by its forms.
  ['no key', 'codex', { env: {}, model: 'gpt-5.3-codex' }, { credential: 'fail' }],
  ['an empty key', 'claude_code', { env: { ANTHROPIC_API_KEY: '' } }, { credential: 'fail' }],
  ['the token of a gateway', 'claude_code', { env: { ANTHROPIC_AUTH_TOKEN: 't' } }, {}],
  [
    'a login in the place of a key',
    'claude_code',
    { env: { ANTHROPIC_API_KEY: 'sk-ant-oat01-x' } },
    { credential: 'fail' },
  ],
  [
    'a key in the place of a login',
    'claude_code',
    { env: { CLAUDE_CODE_OAUTH_TOKEN: ANTHROPIC_API_KEY } },
    { credential: 'fail' },
  ],
  ['a quoted key', 'gemini_cli', { env: { GEMINI_API_KEY: '"k"' } }, { credential: 'fail' }],
  [
    'a key with an end of line',
    'gemini_cli',
    { env: { GEMINI_API_KEY: 'k\n' } },
    { credential: 'fail' },
  ],
  [
    'the key of another provider',
    'opencode',
    { env: { OPENAI_API_KEY: 'k' }, model: 'anthropic/claude-sonnet-5-5' },
    { credential: 'fail' },
  ],
  [
    'a cloud with its token',
    'claude_code',
    { env: { CLAUDE_CODE_USE_BEDROCK: '1', AWS_BEARER_TOKEN_BEDROCK: 'k' } },
    {},
  ],
  [
    'a cloud whose login the machine may have',
    'claude_code',
    { env: { CLAUDE_CODE_USE_VERTEX: '1', ANTHROPIC_API_KEY } },
    { credential: 'warn' },
  ],
  // The model.
  [
    'an unknown model',
    'codex',
    { env: { CODEX_API_KEY }, model: 'gpt-9' },
    { model: 'warn', price: 'warn' },
  ],
  [
    'an unknown model whose program names the price',
    'claude_code',
    { env: { ANTHROPIC_API_KEY }, model: 'claude-typo-5' },
    { model: 'warn' },
  ],
  [
    'a model that one’s own provider lacks',
    'claude_code',
    { provider: ofOwn, model: 'medium' },
    { model: 'fail', price: 'warn' },
  ],
  [
    'a model of one’s own provider',
    'claude_code',
    { provider: ofOwn, model: 'large' },
    { price: 'warn' },
  ],
  [
    'a listed model of one’s own provider',
    'codex',
    { provider: { ...own, api: 'openai_responses' }, model: 'gpt-5.3-codex' },
    {},
  ],
  [
    'a model of OpenCode at one’s own provider',
    'opencode',
    { provider: { ...ofOwn, api: 'openai_chat' }, model: 'local/large' },
    { price: 'warn' },
  ],
  // The provider.
  [
    'an unknown provider',
    'opencode',
    { env: { OPENAI_API_KEY: 'k' }, model: 'ollama/qwen3' },
    { provider: 'warn', model: 'warn', price: 'warn' },
  ],
];

describe('the check of a provider', () => {
  it.each(cases)('of %s', (_, type, config, expected) => {
    expect(troublesOf(type, config)).toEqual(expected);
  });

  it('says where code and key go, and no value of a key', () => {
    const checks = checksOf('claude_code', { provider: { ...ofOwn, auth: 'a b' }, model: 'large' });
    expect(checks).toContainEqual(
      expect.objectContaining({
        code: 'credential',
        message: expect.stringContaining(own.baseUrl) as string,
      }),
    );
    expect(JSON.stringify(checks)).not.toContain('a b');
  });
});
