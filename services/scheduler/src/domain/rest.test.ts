import { describe, expect, it } from 'vitest';
import { notBeforeOfLine } from './rest.ts';

const AT = '2026-11-20T18:00:00.000Z';

describe('notBeforeOfLine', () => {
  it.each([
    `{"notBefore":"${AT}"}`, `  {"usage":{"inputTokens":1},"notBefore":"${AT}"}`,
    `{"usage":{"notBefore":"${AT}"}}`, '{"notBefore":"2026-11-20T19:00:00+01:00"}',
  ])('reads %s', (line) => expect(notBeforeOfLine(line)).toBe(AT));

  it.each([
    '', 'notBefore', '{"notBefore":7}', '{"notBefore":"soon"}', '{"notBefore":"2026-13-40"}',
    '{"notBefore":"2026-13-40T99:00:00Z"}', '{"notBefore":null}', '["notBefore"]',
    '{"notBefore":"120"}', '{"usage":7,"notBefore":{}}', '{"notBefore":"2026-11-20T18:00:00"}',
  ])('takes no moment from %j', (line) => expect(notBeforeOfLine(line)).toBeUndefined());
});
