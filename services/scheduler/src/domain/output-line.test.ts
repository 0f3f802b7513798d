import { expect, it } from 'vitest';
import { readOutputLine, type ReportRules } from './output-line.ts';

const marked: ReportRules = { nonce: 'n-1', believesUnmarkedLines: false };
const unmarked: ReportRules = { ...marked, believesUnmarkedLines: true };
const reports = {
  usage: { inputTokens: 1, notBefore: '2026-11-20T18:00:00.000Z' },
  session_id: 's-1',
};
const read = {
  usage: { inputTokens: 1 },
  sessionId: 's-1',
  notBefore: '2026-11-20T18:00:00.000Z',
};

it('reads everything that a line with the nonce of the run reports', () => {
  const line = JSON.stringify({ nonce: 'n-1', ...reports });
  for (const rules of [marked, unmarked]) {
    expect(readOutputLine(line, rules)).toMatchObject({ ...read, isMarked: true });
  }
});

it.each([{}, { nonce: 'n-2' }, { nonce: ['n-1'] }, { nonce: '***' }, { deep: { nonce: 'n-1' } }])(
  'reads nothing from a line with %j instead of the nonce, unless the board believes it',
  (nonce) => {
    const line = JSON.stringify({ ...nonce, ...reports });
    expect(readOutputLine(line, marked)).toBe('ignored');
    expect(readOutputLine(line, unmarked)).toMatchObject({ ...read, isMarked: false });
  },
);

it('reads nothing from the text of a line that quotes the nonce', () => {
  const line = JSON.stringify({ text: 'n-1', ...reports });
  expect(readOutputLine(line, marked)).toBe('ignored');
});

it.each(['plain text', '{"result":7}', '{"usage":', '["usage"]', '{"usage":7}', '{"notBefore":7}'])(
  'finds no ignored usage in %j',
  (line) => {
    expect(readOutputLine(line, marked)).toBeUndefined();
  },
);
