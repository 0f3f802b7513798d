import { describe, expect, it } from 'vitest';
import { requireObeyedAddresses } from './addresses.ts';

type Configured = Parameters<typeof requireObeyedAddresses>[1];
const configured = (adapterType: Configured['adapterType'], adapterConfig: object): Configured => ({
  adapterType,
  adapterConfig: adapterConfig as Configured['adapterConfig'],
});
const env = (...names: string[]) => ({
  env: Object.fromEntries(names.map((name) => [name, { secretRef: 'x' }])),
});
const provider = (api: string, more: object = {}) => ({
  provider: { baseUrl: 'https://models.example.com', api, auth: { secretRef: 'key' }, ...more },
});
const none = new Set<string>();

describe('an address of a model provider', () => {
  it.each([
    ['codex', env('OPENAI_BASE_URL'), 'adapterConfig.env.OPENAI_BASE_URL'],
    ['claude_code', env('OPENAI_BASE_URL'), 'adapterConfig.env.OPENAI_BASE_URL'],
    ['gemini_cli', env('GEMINI_BASE_URL'), 'adapterConfig.env.GEMINI_BASE_URL'],
    ['opencode', env('AZURE_OPENAI_ENDPOINT'), 'adapterConfig.env.AZURE_OPENAI_ENDPOINT'],
    ['codex', provider('anthropic'), 'adapterConfig.provider.api'],
    ['claude_code', provider('openai_chat'), 'adapterConfig.provider.api'],
    ['process', provider('anthropic'), 'adapterConfig.provider'],
    ['http', provider('google'), 'adapterConfig.provider'],
    [
      'claude_code',
      { ...provider('anthropic'), ...env('ANTHROPIC_BASE_URL') },
      'adapterConfig.env.ANTHROPIC_BASE_URL',
    ],
  ] as const)('that the program of %s ignores is refused by name', (type, config, field) => {
    expect(() => requireObeyedAddresses(none, configured(type, config))).toThrow(
      expect.objectContaining({ code: 'address_ignored', details: { fields: [field] } }),
    );
  });

  it.each([
    ['claude_code', env('ANTHROPIC_BASE_URL', 'ANTHROPIC_BEDROCK_BASE_URL', 'STRIPE_BASE_URL')],
    ['opencode', env('OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL')],
    ['gemini_cli', env('GOOGLE_GEMINI_BASE_URL')],
    ['process', env('OPENAI_BASE_URL')],
    ['claude_code', provider('anthropic')],
    ['codex', provider('openai_responses', { models: ['m'] })],
    ['opencode', provider('openai_chat')],
    ['gemini_cli', provider('google')],
  ] as const)('that the program of %s obeys is taken', (type, config) => {
    expect(() => requireObeyedAddresses(none, configured(type, config))).not.toThrow();
  });

  it('is taken where the operator allows the variable', () => {
    const codex = configured('codex', env('OPENAI_BASE_URL'));
    expect(() => requireObeyedAddresses(new Set(['OPENAI_BASE_URL']), codex)).not.toThrow();
  });

  it.each([
    [{ baseUrl: 'models.example.com' }, ['adapterConfig', 'provider', 'baseUrl']],
    [{ baseUrl: 'https://u:p@models.example.com' }, ['adapterConfig', 'provider', 'baseUrl']],
    [{ api: 'soap' }, ['adapterConfig', 'provider', 'api']],
    [{ models: [] }, ['adapterConfig', 'provider', 'models']],
  ])('of another form is invalid: %j', (more, path) => {
    const wrong = configured('codex', provider('openai_responses', more));
    expect(() => requireObeyedAddresses(none, wrong)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: [expect.objectContaining({ path })],
      }),
    );
  });

  it('from before is refused when it or the adapter changes, and not by another change', () => {
    const old = configured('codex', { model: 'x', ...env('OPENAI_BASE_URL') });
    const other = configured('codex', { model: 'y', ...env('OPENAI_BASE_URL') });
    expect(() => requireObeyedAddresses(none, other, old)).not.toThrow();
    const opencode = configured('opencode', env('OPENAI_BASE_URL'));
    const asCodex = configured('codex', env('OPENAI_BASE_URL'));
    expect(() => requireObeyedAddresses(none, asCodex, opencode)).toThrow();
  });
});
