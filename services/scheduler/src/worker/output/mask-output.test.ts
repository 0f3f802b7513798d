import { describe, expect, it } from 'vitest';
import { openMasker } from './mask-output.ts';
import { openLogPieces, type LogPiece } from './log-pieces.ts';

const TOKEN = 'mst_run_abc.def';
const SECRET = 'pa"ss/wo\nrd-0123456789';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('openCleaner', () => {
  const { mask: clean } = openMasker(TOKEN, [SECRET, 'hunter2', 'info', 'abc']);

  it.each([
    ['as it is', SECRET, '***'],
    ['as a line of it', 'x rd-0123456789 y', 'x *** y'],
    ['as JSON writes it', JSON.stringify({ SECRET }), '{"SECRET":"***"}'],
    ['as an address writes it', `?p=${encodeURIComponent(SECRET)}&q`, '?p=***&q'],
    ['as base64 writes it', base64(SECRET), '***'],
    ['short, as a whole word', 'login hunter2, hunter22', 'login ***, hunter22'],
    ['as the token of the run', `key ${TOKEN}`, 'key ***'],
    ['as any other token', 'mst_agent_x and ghp_0123456789abcdefghij', '*** and ***'],
  ])('masks a secret %s', (_, text, shown) => {
    expect(clean(text)).toBe(shown);
  });

  it('masks base64 wherever the secret begins in it', () => {
    for (let before = 0; before < 9; before += 1) {
      const shown = clean(base64(`${'-'.repeat(before)}${SECRET}${'-'.repeat(before)}`));
      const seen = Buffer.from(shown.replaceAll('***', ''), 'base64').toString('latin1');
      expect(seen).not.toMatch(/pa"ss|0123/);
      expect(shown).toContain('***');
    }
  });

  it('leaves ordinary words alone, also where a variable has such a value', () => {
    expect(clean('info: abc information')).toBe('info: abc information');
  });
});

describe('keepOutput', () => {
  it('marks lines by their stream, also behind a line that was cut, and none where masking has left out lines', () => {
    const pieces: LogPiece[] = [];
    const log = openLogPieces(
      openMasker(TOKEN, ['two\nlines']),
      (piece) => void pieces.push(piece),
      {
        logBytes: 0,
        isLogFull: false,
      },
    );
    const streams = (): unknown[] =>
      pieces.splice(0).map(({ marks }) => marks?.map(([line, , isError]) => [line, isError]));
    log.add('one\ntwo\n', 'stdout');
    log.add('bad\n', 'stderr');
    log.add('-'.repeat(9_000), 'stdout');
    expect(streams()).toEqual([
      [
        [0, 0],
        [2, 1],
      ],
      [[0, 0]],
    ]);
    log.add('\nworse\n', 'stderr');
    log.add('a two\nlines b\n', 'stdout');
    log.end();
    expect(streams()).toEqual([undefined]);
  });

  it('does not cut a secret in two, however long its line is and however it arrives', () => {
    const secret = 'canary-0123456789';
    for (let before = 8_180; before < 8_200; before += 1) {
      const pieces: string[] = [];
      const log = openLogPieces(openMasker(TOKEN, [secret]), ({ text }) => void pieces.push(text), {
        logBytes: 0,
        isLogFull: false,
      });
      log.add('-'.repeat(before), 'stdout');
      for (const letter of secret) log.add(letter, 'stdout');
      log.add('-'.repeat(20_000), 'stdout');
      log.end();
      const all = pieces.join('');
      expect(all).toBe(`${'-'.repeat(before)}***${'-'.repeat(20_000)}`);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(8_192);
    }
  });
});
