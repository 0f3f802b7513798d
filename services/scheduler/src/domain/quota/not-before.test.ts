import { describe, expect, it } from 'vitest';
import { readOutputLine } from '../output-line.ts';

const read = (line: string) => {
  const report = readOutputLine(line, { nonce: 'n-1', believesUnmarkedLines: true });
  return report === 'ignored' ? undefined : report?.notBefore;
};

const AT = '2026-11-20T18:00:00.000Z';

describe('the back-off time in a line of output', () => {
  it.each([
    `{"notBefore":"${AT}"}`,
    `  {"usage":{"inputTokens":1},"notBefore":"${AT}"}`,
    `{"usage":{"notBefore":"${AT}"}}`,
    '{"notBefore":"2026-11-20T19:00:00+01:00"}',
  ])('is read from %s', (line) => expect(read(line)).toBe(AT));

  it.each([
    '',
    'notBefore',
    '{"notBefore":7}',
    '{"notBefore":"soon"}',
    '{"notBefore":"2026-13-40"}',
    '{"notBefore":"2026-13-40T99:00:00Z"}',
    '{"notBefore":null}',
    '["notBefore"]',
    '{"notBefore":"120"}',
    '{"usage":7,"notBefore":{}}',
    '{"notBefore":"2026-11-20T18:00:00"}',
  ])('is not read from %j', (line) => expect(read(line)).toBeUndefined());
});
