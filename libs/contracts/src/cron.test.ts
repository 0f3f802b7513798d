import { describe, expect, it } from 'vitest';
import { isCron } from './cron.ts';

describe('isCron', () => {
  it.each(['* * * * *', '*/5 9-17 * * 1-5', '0 0 1,15 JAN *', '0 0 * * 5#2', '0 0 L * *'])(
    'accepts %s',
    (text) => expect(isCron(text)).toBe(true),
  );

  it.each([
    '',
    '*',
    '* * *',
    '* * * * * *',
    '@daily',
    '61 * * * *',
    '0 24 * * *',
    '0 0 32 * *',
    'a b c d e',
    'H * * * *',
    '0 0 30 2 *',
    '0 0 31 2,4 *',
    '0  0 * * *',
    ' 0 0 * * *',
    '0 0 * * *\n',
    '0 0 * * ?',
    '2026-01-01T00:00:00',
    `${'1,'.repeat(500)}1 * * * *\u0000`,
  ])('refuses %j', (text) => expect(isCron(text)).toBe(false));
});
