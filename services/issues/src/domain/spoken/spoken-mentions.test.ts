/** Where a text mentions an agent, and where it only shows the sign or quotes another. */
import { describe, expect, it } from 'vitest';
import {
  mentionHead,
  mentionHeads,
  mentionKey,
  recordedMentions,
  resolveMentions,
  type Mentionable,
} from '../mentions.ts';

const agent = (name: string): Mentionable => ({
  agentId: `id of ${name}`,
  name,
  nameKey: mentionKey(name),
  status: 'idle',
  wakeOnDemand: true,
  companyStatus: 'active',
});
const roster = ['Ann', 'Ann Lee', 'Bob', '李雷', 'CTO'].map((name) => agent(name));

/** Like the service: compares only agents whose first word occurs in the comment. */
const named = (body: string): string[] => {
  const heads = new Set(mentionHeads(body));
  const possible = roster.filter(({ nameKey }) => heads.has(mentionHead(nameKey)));
  return resolveMentions(body, possible, null).mentions.map(({ name }) => name);
};

describe('resolveMentions', () => {
  it.each([
    ['交给@Ann处理', ['Ann']],
    ['交给@李雷处理', ['李雷']],
    ['数@Ann', ['Ann']],
    ['@Annさん、@Bobへ', ['Ann', 'Bob']],
    ['@Ann님과 @李雷님', ['Ann', '李雷']],
    ['ให้@Bobดูหน่อย', ['Bob']],
    ['ໃຫ້@Bobເບິ່ງ', ['Bob']],
    ['សូម@Bobមើល', ['Bob']],
    ['好。@Ann', ['Ann']],
    ['好，@Ann Lee，请看', ['Ann Lee']],
    ['（＠Ann）', ['Ann']],
    ['「@Ann」', ['Ann']],
    ['看https://x.example/路径。@Bob', ['Bob']],
    ['х@Ann', []],
    ['@Annы', []],
    ['第3@Ann', []],
    ['@李雷@Bob', ['李雷', 'Bob']],
  ])('reads scripts without spaces: %j names %j', (body, names) => {
    expect(named(body)).toEqual(names);
  });

  it.each([
    ['_@Ann_', ['Ann']],
    ['__@Ann__', ['Ann']],
    ['*@Ann*', ['Ann']],
    ['***@Ann***', ['Ann']],
    ['_**@Ann**_', ['Ann']],
    ['**_@Ann_**', ['Ann']],
    ['~~@Ann~~', ['Ann']],
    ['_ask @Ann Lee_, please', ['Ann Lee']],
    ['_@Ann_ and _@Bob_', ['Ann', 'Bob']],
    ['__all of _@Ann___', ['Ann']],
    ['交给_@Ann_处理', ['Ann']],
    ['_@Ann', ['Ann']],
    ['@Ann_', []],
    ['@Ann_x_', []],
    ['snake_@Ann', []],
    ['_a @Ann_b_', []],
  ])('reads emphasis: %j names %j', (body, names) => {
    expect(named(body)).toEqual(names);
  });

  it.each([
    ['<!-- @Ann -->', []],
    ['a <!-- @Ann --> @Bob', ['Bob']],
    ['<!--\n\n@Ann\n\n--> @Bob', ['Bob']],
    ['<!-- @Ann', []],
    ['a <!-- @Ann', ['Ann']],
    ['a <!--\n@Ann\n--> b', []],
    ['`<!--` @Ann `-->`', ['Ann']],
    ['\\<!-- @Ann -->', ['Ann']],
    ['\\@Ann', []],
    ['\\\\@Ann', ['Ann']],
    ['\\*@Ann\\*', ['Ann']],
    ['<code>@Ann</code> @Bob', ['Bob']],
    ['use <CODE>@Ann</CODE>, @Bob', ['Bob']],
    ['<pre>\n\n@Ann\n</pre>\n@Bob', ['Bob']],
    ['<a href="/u" title="@Ann">@Bob</a>', ['Bob']],
    ['<b>@Ann</b>', ['Ann']],
    ['<@Ann>', ['Ann']],
    ['a < b, @Ann > c', ['Ann']],
    ['[@Ann](/u/@Bob)', ['Ann']],
    ['[see](/u/@Bob "of @Ann")', []],
    ['[see](@Ann please)', ['Ann']],
    ['grace@Ann.com', []],
    ['g.lee+x@ann.com, g-@ann.com', []],
    ['mailto:@ann', []],
    ['x.example/@ann', []],
    ['www.x/@ann, @Bob', ['Bob']],
    ['@Ann/@Bob', ['Ann', 'Bob']],
    ['- item\n\n      @Ann\n\n- @Bob', ['Bob']],
    ['>     @Ann', []],
    ['[see](/u (of @Ann)) @Bob', ['Bob']],
    ['<? @Ann ?> <!DOCTYPE @Ann> <![CDATA[ > @Ann ]]> @Bob', ['Bob']],
    ['<? @Ann, <! @Bob', ['Ann', 'Bob']],
  ])('leaves out what a text does not say: %j names %j', (body, names) => {
    expect(named(body)).toEqual(names);
  });

  it.each([
    ['> @Ann wrote', [['Ann', 'quoted']]],
    [
      '> @Ann wrote\n\n@Bob',
      [
        ['Bob', null],
        ['Ann', 'quoted'],
      ],
    ],
    [
      '> @Ann wrote\nand @Bob agreed',
      [
        ['Ann', 'quoted'],
        ['Bob', 'quoted'],
      ],
    ],
    [
      '>> @Ann\n> @Bob',
      [
        ['Ann', 'quoted'],
        ['Bob', 'quoted'],
      ],
    ],
    [
      '- > @Ann\n- @Bob',
      [
        ['Bob', null],
        ['Ann', 'quoted'],
      ],
    ],
    [
      'text @Bob\n> @Ann',
      [
        ['Bob', null],
        ['Ann', 'quoted'],
      ],
    ],
    ['> @Ann\n\n@Ann', [['Ann', null]]],
    [
      '> @Ann\n---\n@Bob',
      [
        ['Bob', null],
        ['Ann', 'quoted'],
      ],
    ],
    [
      '> @Ann\r\n---\r\n@Bob',
      [
        ['Bob', null],
        ['Ann', 'quoted'],
      ],
    ],
    [
      '<blockquote>@Ann</blockquote> @Bob',
      [
        ['Bob', null],
        ['Ann', 'quoted'],
      ],
    ],
    ['> `@Ann`', []],
    ['a > @Ann', [['Ann', null]]],
  ] as const)('names and does not wake whom a quote mentions: %j', (body, expected) => {
    const { mentions, unresolved } = resolveMentions(body, roster, null);
    expect(mentions.map(({ name, reason }) => [name, reason])).toEqual(expected);
    expect(mentions.every(({ woken, reason }) => woken === (reason === null))).toBe(true);
    expect(unresolved).toEqual([]);
    expect(recordedMentions(mentions).map(({ woken }) => woken)).toEqual(
      expected.map(([, reason]) => reason === null),
    );
  });

  it.each([
    ['`@Ann`', []],
    ['``@Ann ` @Bob`` @CTO', ['CTO']],
    ['`@Ann', ['Ann']],
    ['`` @Ann `', ['Ann']],
    ['`a\n@Ann`', []],
    ['`a\n\n@Ann`', ['Ann']],
    ['\\`@Ann`', ['Ann']],
    ['```\n@Ann\n```\n@Bob', ['Bob']],
    ['~~~\n@Ann\n```\n~~~\n@Bob', ['Bob']],
    ['```ts\n@Ann', []],
    ['````\n```\n@Ann\n````\n@Bob', ['Bob']],
    ['```@Ann```', []],
    ['``` @Ann', []],
    ['> ```\n> @Ann\n> ```\n@Bob', ['Bob']],
    ['> ```\n> @Ann\n\n@Bob', ['Bob']],
    ['- ```\n  @Ann\n  ```\n- @Bob', ['Bob']],
    ['- ```\n  @Ann\n@Bob', ['Bob']],
    ['    @Ann\n\n@Bob', ['Bob']],
    ['text\n    @Ann', ['Ann']],
    ['- item\n\n    @Ann', ['Ann']],
    ['1. item\n   ```\n   @Ann\n   ```\n   @Bob', ['Bob']],
    ['# @Ann `@Bob`\n`@CTO', ['Ann', 'CTO']],
    ['```\r\n@Ann\r\n\r\n@Ann\r\n```\r\n@Bob', ['Bob']],
    ['~~~ts\r\n@Ann\r\n~~~\r\n@Bob', ['Bob']],
    ['text\r\r    @Ann\r\r@Bob', ['Bob']],
    ['```\u2028\n@Ann\n\n```\n@Bob', ['Bob']],
  ])('reads code as CommonMark does: %j names %j', (body, names) => {
    expect(named(body)).toEqual(names);
  });
});
