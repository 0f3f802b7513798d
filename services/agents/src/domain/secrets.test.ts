import { RuntimeConfig } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import {
  requireNoSecretInCommand,
  requireValidReferences,
  fieldOf,
  findSecrets,
  replaceSecrets,
  revealSecrets,
  secretIdsOf,
  withReferences,
  type OpenObjects,
} from './secrets.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TOKEN = 'ghp_0123456789abcdefghij';

const configured = (
  adapterConfig: OpenObjects['adapterConfig'],
  { adapterType = 'process', ...others }: Partial<OpenObjects> = {},
): OpenObjects => ({
  adapterType,
  adapterConfig,
  runtimeConfig: RuntimeConfig.parse({}),
  metadata: {},
  ...others,
});

describe('findSecrets', () => {
  it.each([
    ['by key name', { apiKey: 'a' }, ['adapterConfig.apiKey']],
    [
      'by the key of an object above',
      { credentials: { user: 'a', all: ['b'] } },
      ['adapterConfig.credentials.user', 'adapterConfig.credentials.all.0'],
    ],
    ['by the shape of the value', { note: TOKEN }, ['adapterConfig.note']],
    ['in a text', { promptTemplate: `Use ${TOKEN}.` }, ['adapterConfig.promptTemplate']],
    [
      'among variables and headers',
      { env: { A: 'a' }, nested: { headers: { B: 'b' } } },
      ['adapterConfig.env.A', 'adapterConfig.nested.headers.B'],
    ],
    ['nowhere', { model: 'm', timeoutSec: 5, token: null, apiKey: '', secret: '***' }, []],
  ])('finds them %s', (_, adapterConfig, fields) => {
    expect(findSecrets(configured(adapterConfig)).map(fieldOf)).toEqual(fields);
  });

  it('searches the runtime configuration and the metadata, too', () => {
    const found = findSecrets({
      ...configured({}, { metadata: { password: 'a' } }),
      runtimeConfig: RuntimeConfig.parse({ deep: { token: 'b' } }),
    });
    expect(found.map(fieldOf)).toEqual(['runtimeConfig.deep.token', 'metadata.password']);
  });
});

describe('withReferences', () => {
  it('leaves references only', () => {
    const before = configured({
      env: { A: 'a', B: { secretRef: 'db' } },
      promptTemplate: `Use ${TOKEN}, {{ secret:db }}.`,
    });
    const after = withReferences(before, () => ID);
    expect(after.adapterConfig).toEqual({
      env: { A: { secretRef: ID }, B: { secretRef: ID } },
      promptTemplate: `Use {{secret:${ID}}}, {{secret:${ID}}}.`,
    });
    expect(secretIdsOf(after)).toEqual([ID]);
    expect(withReferences(after, ({ text }) => text)).toEqual(after);
  });
});

describe('requireNoSecretInCommand', () => {
  it.each([
    { args: ['--token', TOKEN] },
    { args: [{ secretRef: 'db' }] },
    { cwd: '/srv/{{secret:db}}' },
    { command: 'curl https://me:hunter2@example.org' },
  ])('refuses a secret on the command line: %j', (adapterConfig) => {
    const wanted = configured(adapterConfig);
    expect(() => requireNoSecretInCommand(findSecrets(wanted), wanted, undefined)).toThrow(
      expect.objectContaining({ code: 'secret_in_command' }),
    );
    expect(() => requireNoSecretInCommand(findSecrets(wanted), wanted, wanted)).not.toThrow();
  });

  it('accepts secrets in variables and prompts', () => {
    const wanted = configured({ env: { A: 'a' }, promptTemplate: TOKEN });
    expect(() => requireNoSecretInCommand(findSecrets(wanted), wanted, undefined)).not.toThrow();
  });
});

describe('requireValidReferences', () => {
  it('refuses a malformed reference instead of storing it as a secret', () => {
    const wanted = configured({ env: { A: { secretRef: 'two words' } } });
    expect(() => requireValidReferences(findSecrets(wanted))).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: [expect.objectContaining({ path: ['adapterConfig', 'env', 'A', 'secretRef'] })],
      }),
    );
  });
});

describe('revealSecrets', () => {
  it('replaces references by values, and lists the values to hide', () => {
    const stored = configured({
      env: { A: { secretRef: 'a' }, WORD: { secretRef: 'word' } },
      password: { secretRef: 'plain' },
      promptTemplate: 'Use {{secret:a}}.',
      apiKey: 'old',
    });
    const values: Record<string, string> = { a: 's3cret', word: '/usr/bin', plain: 'horse' };
    const { config, hide } = revealSecrets(stored, (id) => values[id] ?? '');
    expect(config.adapterConfig).toEqual({
      env: { A: 's3cret', WORD: '/usr/bin' },
      password: 'horse',
      promptTemplate: 'Use s3cret.',
      apiKey: 'old',
    });
    expect(hide.toSorted()).toEqual(['horse', 'old', 's3cret']);
  });

  it('reveals nothing on a command line', () => {
    const stored = configured({ args: ['{{secret:a}}'] });
    expect(revealSecrets(stored, () => 'value').config).toEqual(stored);
  });
});

describe('replaceSecrets', () => {
  it('leaves everything else unchanged', () => {
    const plain = configured({ model: 'm', list: [1, null, { deep: true }] });
    expect(replaceSecrets(plain, () => 'x')).toEqual(plain);
  });
});
