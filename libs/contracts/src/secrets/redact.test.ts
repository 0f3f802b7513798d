import { describe, expect, it } from 'vitest';
import { redact, REDACTED, secretPaths } from './redact.ts';

describe('redact', () => {
  it.each([
    ['password', 'hunter2'],
    ['apiKey', 'k'],
    ['api_key', 'k'],
    ['GITHUB_TOKEN', 't'],
    ['clientSecret', 's'],
    ['privateKey', 'p'],
    ['authorization', 'Bearer x'],
    ['cookie', 'c'],
  ])('masks a value under %s', (key, value) => {
    expect(redact({ [key]: value })).toEqual({ [key]: REDACTED });
  });

  it.each([
    'mst_agent_abc_def',
    'mst_board_abc',
    'mst_invite_abc',
    'mst_claim_abc',
    'sk-live-1',
    'ghp_1',
    'AKIAIOSFODNN7',
    'xoxb-1',
    'eyJhbGciOi.eyJzdWIi.sig',
    '-----BEGIN PRIVATE KEY-----',
  ])('masks %s by its shape, under any key', (value) => {
    expect(redact({ note: [value] })).toEqual({ note: [REDACTED] });
  });

  it('masks every value of an environment, and keeps its names', () => {
    expect(redact({ env: { PATH: '/bin', DB: 'postgres://u:p@h' } })).toEqual({
      env: { PATH: REDACTED, DB: REDACTED },
    });
  });

  it('keeps a reference to a stored secret, and values that are no secrets', () => {
    const config = {
      model: 'm',
      cwd: '/tmp',
      retries: 3,
      inputTokens: 5,
      token: null,
      apiKey: { secretRef: 'abc' },
    };
    expect(redact(config)).toEqual(config);
  });

  it('returns what has no secret as it is, and only the fields of what is no plain object', () => {
    const plain = { model: 'm', tags: ['a', { n: 1 }] };
    expect(redact(plain)).toBe(plain);
    const list = [plain, { note: 'sk-live-1' }];
    expect(redact(list)).toEqual([plain, { note: REDACTED }]);
    expect(redact({ at: new URL('https://u:hunter2@host/') })).toEqual({ at: {} });
  });

  it.each([
    ['Use ghp_abcdefghijklmnopqrst1234 for it.', 'Use *** for it.'],
    ['postgres://app:hunter2@db/acme', 'postgres://app:***@db/acme'],
    ['send Authorization: Bearer abcdefgh12345678', 'send Authorization: Bearer ***'],
    ['a\n-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----\nb', 'a\n***\nb'],
  ])('masks a token in the middle of a text: %j', (text, masked) => {
    expect(redact({ promptTemplate: text })).toEqual({ promptTemplate: masked });
  });

  it.each([
    'sk-learn is a library',
    'a bearer token, basic authentication',
    'risk-management-and-planning',
    'https://example.org:8080/path',
    'eyJ is how they begin',
  ])('keeps ordinary words: %s', (text) => {
    expect(redact([text])).toEqual([text]);
  });

  it('masks secrets in malformed references', () => {
    expect(
      redact([{ secretRef: 'a', value: 1 }, { secretRef: 'ghp_1' }, { secretRef: 'two words' }]),
    ).toEqual([
      { secretRef: REDACTED, value: 1 },
      { secretRef: REDACTED },
      { secretRef: REDACTED },
    ]);
  });

  it('keeps a text with a reference inside', () => {
    const env = { DATABASE_URL: 'postgres://app:{{secret:db}}@db/acme', PLAIN: 'x' };
    expect(redact({ env })).toEqual({ env: { ...env, PLAIN: REDACTED } });
  });

  it.each(['eyJ-', '://x:', '{{secret:', '-----BEGIN ', 'bearer '])(
    'scans a long text of %s in linear time',
    (part) => {
      const text = `so ${part.repeat(60_000 / part.length)}`;
      expect(redact(text) === text).toBe(true);
    },
    1_000,
  );
});

describe('secretPaths', () => {
  it('lists secret values of a request, not references', () => {
    expect(
      secretPaths({
        env: { KEY: 'x', KEPT: '***', NAMED: { secretRef: 'db' } },
        cwd: '/',
        prompt: ['sk-live-1'],
      }),
    ).toEqual(['env.KEY', 'prompt.0']);
  });
});
