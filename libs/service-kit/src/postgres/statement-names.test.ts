import { describe, expect, it } from 'vitest';
import { openStatementNames } from './statement-names.ts';

const times = (count: number, text: string, names = openStatementNames()) =>
  Array.from({ length: count }, () => names.of(text));

describe('a statement', () => {
  it('has the same name from its third use on', () => {
    const [first, second, third, fourth] = times(4, 'select 1');
    expect([first, second]).toEqual([undefined, undefined]);
    expect(third).toMatch(/^[\w-]{27}$/);
    expect(fourth).toBe(third);
  });

  it('that is one of many which callers choose has none, and takes none from the others', () => {
    const names = openStatementNames();
    for (let n = 0; n < 20_000; n += 1) expect(names.of(`select ${n}`)).toBeUndefined();
    expect(names.count()).toBe(0);
    expect(times(3, 'select now()', names)[2]).toBeDefined();
  });

  it('has none once there are as many as connections may keep, and those stay', () => {
    const names = openStatementNames(2);
    const named = times(3, 'select 1', names)[2];
    times(3, 'select 2', names);
    expect(times(9, 'select 3', names)).toEqual(Array.from({ length: 9 }, () => undefined));
    expect([names.of('select 1'), names.count()]).toEqual([named, 2]);
  });
});
