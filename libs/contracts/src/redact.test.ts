import { describe, expect, it } from 'vitest';
import { redact, REDACTED } from './redact.ts';

describe('redact', () => {
  it.each([
    ['password', 'hunter2'], ['apiKey', 'k'], ['api_key', 'k'], ['GITHUB_TOKEN', 't'],
    ['clientSecret', 's'], ['privateKey', 'p'], ['authorization', 'Bearer x'], ['cookie', 'c'],
  ])('masks a value under %s', (key, value) => {
    expect(redact({ [key]: value })).toEqual({ [key]: REDACTED });
  });

  it.each([
    'mst_agent_abc_def', 'mst_board_abc', 'sk-live-1', 'ghp_1', 'AKIAIOSFODNN7', 'xoxb-1',
    'eyJhbGciOi.eyJzdWIi.sig', '-----BEGIN PRIVATE KEY-----',
  ])('masks %s by its shape, wherever it stands', (value) => {
    expect(redact({ note: [value] })).toEqual({ note: [REDACTED] });
  });

  it('masks every value of an environment, and keeps its names', () => {
    expect(redact({ env: { PATH: '/bin', DB: 'postgres://u:p@h' } })).toEqual({
      env: { PATH: REDACTED, DB: REDACTED },
    });
  });

  it('shows a reference to a stored secret, and everything harmless', () => {
    const config = {
      model: 'm', cwd: '/tmp', retries: 3, inputTokens: 5, token: null,
      apiKey: { secretRef: 'abc' },
    };
    expect(redact(config)).toEqual(config);
  });
});
