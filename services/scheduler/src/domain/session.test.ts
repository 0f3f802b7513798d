import { describe, expect, it } from 'vitest';
import { sessionOfLine } from './session.ts';

describe('a line of output', () => {
  it.each([
    ['{"sessionId":"a1"}', 'a1'],
    [' {"type":"init","session_id":"0197-ab.c:d"} ', '0197-ab.c:d'],
    ['{"usage":{},"session_id":"s"}', 's'],
  ])('%s names a session', (line, session) => expect(sessionOfLine(line)).toBe(session));

  it.each([
    'session_id: a1', '{"session_id":', '{"sessionId":7}', '{"sessionId":""}', '["session_id"]',
    '{"sessionId":"--resume"}', '{"sessionId":"a b"}', '{"sessionId":"a\\nb"}',
    '{"result":{"sessionId":"a1"}}', `{"sessionId":"${'a'.repeat(201)}"}`,
  ])('%s names none', (line) => expect(sessionOfLine(line)).toBeUndefined());
});
