import { describe, expect, it } from 'vitest';
import { scan } from './scan.ts';

describe('scan', () => {
  it('blanks comments and the insides of strings, and keeps every offset', () => {
    const text = `const a = 'x // y'; // z\n/* b */ f("q");`;
    expect(scan(text)).toEqual({
      code: `const a = '      ';     \n        f(" ");`,
      uncommented: `const a = 'x // y';     \n        f("q");`,
    });
  });

  it('sees the code inside a template, also in a template inside it', () => {
    expect(scan('`a ${b(`c ${{ d }} e`)} f` + g').code).toBe('`  ${b(`  ${{ d }}  `)}  ` + g');
  });

  it('tells a regular expression from a division', () => {
    expect(scan("a / b; c = /['/]/g; d / 2").code).toBe('a / b; c = /    /g; d / 2');
  });

  it('takes an escaped quote for a part of the string', () => {
    expect(scan(String.raw`f('it\'s // one', x)`).code).toBe("f('            ', x)");
  });
});
