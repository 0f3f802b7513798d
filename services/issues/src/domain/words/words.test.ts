import { describe, expect, it } from 'vitest';
import { wordParts } from './word-parts.ts';
import { wordQuery } from './word-query.ts';
import { TEXT_POSITIONS, wordVector } from './word-vector.ts';

/** CPU time, so that other processes do not count. */
const CPU_MAX_MICROSECONDS = 400_000;
/** What a tsvector has room for, of which one text takes a part. */
const BYTES_MAX = 400_000;

const lexemes = (text: string): string[] => [...wordParts(text)].map(({ lexeme }) => lexeme);

describe('wordParts', () => {
  it.each([
    ['src/auth/login.ts', ['src', 'auth', 'login', 'ts']],
    ['getUserName', ['get', 'user', 'name', 'getusername', 'username']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['oauth2Login v2', ['oauth2', 'login', 'oauth2login', 'v2']],
    ['MAX_RETRY-count', ['max', 'retry', 'count']],
    ['3F2A9 remark5x1', ['3f2a9', 'remark5x1']],
    ['Crème Øre STRASSE Straße', ['creme', 'ore', 'strasse', 'strasse']],
    ['Οδός Ёлка', ['οδοσ', 'елка']],
    ['登录页', ['登', '登录', '录', '录页', '页']],
    ['ﾛｸﾞ', ['ロ', 'ログ', 'グ']],
    ['v2版', ['v2', '版']],
    ["'\\ :*&|!()", []],
  ])('of %j are %j', (text, words) => {
    expect(lexemes(text)).toEqual(words);
  });

  it('stand side by side across signs, and each part of a divided word by itself', () => {
    const positions = [...wordParts('a/b getUser 登录 c')].map(({ lexeme, at }) => [lexeme, at]);
    expect(positions).toEqual([
      ['a', 0],
      ['b', 1],
      ['get', 2],
      ['user', 3],
      ['getuser', 2],
      ['登', 4],
      ['登录', 4],
      ['录', 5],
      ['c', 6],
    ]);
  });
});

describe('wordQuery', () => {
  it.each([
    ['walrus', "'walrus'", "'walrus':*", true],
    ['red walrus', "'red' & 'walrus'", "'red' & 'walrus':*", true],
    ['"red walrus"', "('red' <1> 'walrus')", "('red' <1> 'walrus')", true],
    ['red -walrus', "'red' & !'walrus'", "'red' & !'walrus':*", true],
    ['--walrus', "'walrus'", "'walrus':*", true],
    ['red --"walrus"', "'red' & 'walrus'", "'red' & 'walrus'", true],
    ['red or walrus', "'red' | 'walrus'", "'red' | 'walrus':*", true],
    ['or', "'or'", "'or':*", false],
    ['a or', "'a'", "'a':*", false],
    ['登录', "'登录'", "('登录' | '登录':*)", true],
    ['登', "'登'", "'登'", true],
    ['登录a', "(('登录' <2> 'a') | '登录a')", "(('登录' <2> 'a':*) | '登录a':*)", false],
    ['🦭 -"" --', '', '', true],
  ])('reads %j', (q, whole, begun, isSelective) => {
    expect(wordQuery(q)).toEqual({ whole, begun, isSelective });
  });

  it('finds a word in one piece, too', () => {
    expect(wordQuery('UserName').whole).toBe("(('user' <1> 'name') | 'username')");
    expect(wordQuery('ACM-12').whole).toBe("(('acm' <1> '12') | 'acm-12' | ('acm' <-> '-12'))");
    expect(wordQuery("o'brien").whole).toBe("(('o' <1> 'brien') | 'o''brien')");
  });
});

describe('wordVector', () => {
  it('has each word once with its positions and the weight of its place', () => {
    expect(wordVector('no, No way', 'C').words).toBe("'no':1C,2C 'way':3C");
  });

  it.each([
    ['letters', 'x'.repeat(65_536)],
    ['words', Array.from({ length: 13_000 }, (_, n) => n.toString(36)).join(' ')],
    ['changes of case', 'aB'.repeat(32_768)],
    ['accents', 'a\u0301\u0323'.repeat(21_000)],
    ['letters that are many', '\ufdfa'.repeat(65_536)],
    [
      'pairs of letters',
      Array.from({ length: 65_536 }, (_, n) =>
        String.fromCharCode(0x4e_00 + ((n * 7_919) % 20_000)),
      ).join(''),
    ],
  ])('reads 64 KB of %s within the time limit, and stays small', (_, text) => {
    const before = process.threadCpuUsage();
    const { words, positions } = wordVector(text, 'D');
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(CPU_MAX_MICROSECONDS);
    expect(Buffer.byteLength(words)).toBeLessThan(BYTES_MAX);
    expect(positions).toBeLessThanOrEqual(TEXT_POSITIONS);
  });
});
