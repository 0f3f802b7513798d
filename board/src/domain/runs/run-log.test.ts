import { describe, expect, it } from 'vitest';
import { emptyLog, withPiece, withRead } from './run-log.ts';

const read = (text: string, nextOffset: number, complete = false) => ({
  text,
  nextOffset,
  complete,
});

describe('the log of a run', () => {
  it('grows by pieces whose positions are counted in bytes', () => {
    const log = withPiece(withRead(emptyLog(0), read('é', 2)), { offset: 2, text: 'b' });
    expect(log).toMatchObject({ start: 0, end: 3, text: 'éb' });
  });

  it('takes of a piece what it does not have yet', () => {
    const log = withRead(emptyLog(0), read('abc', 3));
    expect(withPiece(log, { offset: 1, text: 'bcde' })?.text).toBe('abcde');
    expect(withPiece(log, { offset: 0, text: 'abc' })).toBe(log);
  });

  it('asks for what is missing before a piece', () => {
    expect(withPiece(emptyLog(0), { offset: 5, text: 'x' })).toBeUndefined();
  });

  it('drops whole old lines when it becomes too long, and knows where it begins then', () => {
    const line = `${'x'.repeat(99)}\n`;
    const log = withRead(emptyLog(0), read(line.repeat(30_000), 3_000_000, true));
    expect(log.text.length).toBeLessThanOrEqual(2_000_000);
    expect(log.start + log.text.length).toBe(log.end);
    expect(log.start % 100).toBe(0);
    expect(log.isComplete).toBe(true);
    expect(log.firstLine).toBe(1 + log.start / 100);
    expect(log.charsRead).toBe(3_000_000);
  });

  it('knows where its lines come from, from wherever it is read', () => {
    const sources = [
      { line: 0, stream: 'stdout' as const },
      { line: 1, stream: 'stderr' as const },
    ];
    const first = withRead(emptyLog(0), { ...read('a\nb\n', 4), sources });
    const log = withPiece(first, { offset: 2, text: 'b\nc\nd\n', sources });
    expect(log?.sources).toEqual([...sources, { line: 2, stream: 'stderr' }]);
    expect(log && withPiece(log, { offset: 8, text: 'e\n' })?.sources.at(-1)).toEqual({ line: 4 });
  });

  it('numbers its lines only where it knows those before them', () => {
    expect(withRead(emptyLog(0), read('a', 1)).firstLine).toBe(1);
    expect(withRead(emptyLog(500), read('a', 501)).firstLine).toBeUndefined();
  });
});
