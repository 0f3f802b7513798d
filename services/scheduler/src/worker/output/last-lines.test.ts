import { describe, expect, it } from 'vitest';
import { LAST_LINES_MAX, withLastLines, withLine } from './last-lines.ts';

const after = (...lines: string[]): readonly string[] =>
  lines.reduce<readonly string[]>(withLine, []);

describe('the last lines of standard error', () => {
  it('are twenty at most, without blank ones', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    expect(after(...lines, '', '  ')).toEqual(lines.slice(10));
  });

  it('are the last ones that fit, and the end of one that does not', () => {
    const long = 'x'.repeat(LAST_LINES_MAX - 10);
    expect(after('first', long, 'last')).toEqual([long, 'last']);
    expect(after(`${long}${long}end`)[0]).toHaveLength(LAST_LINES_MAX);
    expect(after(`${long}${long}end`)[0]).toMatch(/end$/);
  });

  it('follow the error, and stand alone where there is none', () => {
    expect(withLastLines('It failed', ['a', 'b'])).toBe(
      'It failed\nStandard error ended with:\na\nb',
    );
    expect(withLastLines(null, ['a'])).toBe('Standard error ended with:\na');
    expect(withLastLines('It failed', [])).toBe('It failed');
  });
});
