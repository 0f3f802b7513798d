import { Refusal } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { requireNoSecret } from './instructions.ts';

describe('requireNoSecret', () => {
  it.each([
    'Use ghp_abcdefghijklmnopqrst1234 for GitHub.',
    'postgres://app:hunter2@db/acme',
    '-----BEGIN RSA PRIVATE KEY-----\nx\n-----END RSA PRIVATE KEY-----',
  ])('refuses %j', (body) => {
    expect(() => requireNoSecret(body)).toThrow(Refusal);
  });

  it.each([null, 'The token is in GITHUB_TOKEN.', '# Rules\n\nNever print a password.'])(
    'accepts %j',
    (body) => {
      expect(() => requireNoSecret(body)).not.toThrow();
    },
  );
});
