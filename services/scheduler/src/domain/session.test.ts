import { describe, expect, it } from 'vitest';
import { readOutputLine } from './output-line.ts';
import { spoilsSession } from './session.ts';

const read = (line: string) => {
  const report = readOutputLine(line, { nonce: 'n-1', believesUnmarkedLines: true });
  return report === 'ignored' ? undefined : report?.sessionId;
};

describe('the session in a line of output', () => {
  it.each([
    ['{"sessionId":"a1"}', 'a1'],
    [' {"type":"init","session_id":"0197-ab.c:d"} ', '0197-ab.c:d'],
    ['{"usage":{},"session_id":"s"}', 's'],
  ])('is read from %s', (line, session) => expect(read(line)).toBe(session));

  it.each([
    'session_id: a1',
    '{"session_id":',
    '{"sessionId":7}',
    '{"sessionId":""}',
    '["session_id"]',
    '{"sessionId":"--resume"}',
    '{"sessionId":"a b"}',
    '{"sessionId":"a\\nb"}',
    '{"result":{"sessionId":"a1"}}',
    `{"sessionId":"${'a'.repeat(201)}"}`,
  ])('is not read from %s', (line) => expect(read(line)).toBeUndefined());
});

describe('a session that a run has resumed', () => {
  it.each([
    ['failed', 'exit_code', true],
    ['failed', 'session_unknown', true],
    ['failed', 'context_full', true],
    ['failed', null, true],
    ['failed', 'provider_quota', false],
    ['failed', 'max_turns', false],
    ['succeeded', null, false],
    ['cancelled', 'cancelled', false],
    ['timed_out', 'timed_out', false],
  ] as const)('after %s with %s is of no more use: %s', (status, errorCode, isSpoilt) => {
    expect(spoilsSession({ status, errorCode })).toBe(isSpoilt);
  });
});
