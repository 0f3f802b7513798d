import { MENTION_WAKES_MAX } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import {
  mentionHead,
  mentionHeads,
  mentionKey,
  MENTIONS_MAX,
  recordedMentions,
  resolveMentions,
  type Mentionable,
} from './mentions.ts';

/** Backtracking would take minutes. CPU time, so that other processes do not count. */
const CPU_MAX_MICROSECONDS = 400_000;

const agent = (name: string, overrides: Partial<Mentionable> = {}): Mentionable => ({
  agentId: `id of ${name}`,
  name,
  nameKey: mentionKey(name),
  status: 'idle',
  wakeOnDemand: true,
  companyStatus: 'active',
  ...overrides,
});
const roster = [
  'Ann',
  'Ann Lee',
  'Bob',
  'Bob-Two',
  'Éva',
  'R2-D2',
  'C++ Pro!',
  '李雷',
  'CTO',
  'Straße',
  'Οδυσσευς',
].map((name) => agent(name));

/** Like the service: compares only agents whose first word occurs in the comment. */
const named = (body: string, author: string | null = null): string[] => {
  const heads = new Set(mentionHeads(body));
  const possible = roster.filter(({ nameKey }) => heads.has(mentionHead(nameKey)));
  return resolveMentions(body, possible, author).mentions.map(({ name }) => name);
};

describe('resolveMentions', () => {
  it.each([
    ['@Ann please', ['Ann']],
    ['hey @ann', ['Ann']],
    ['@ANN: look', ['Ann']],
    ['(@ann)', ['Ann']],
    ['**@Ann**', ['Ann']],
    ['"@Ann"', ['Ann']],
    ['@Ann, @bob and @CTO.', ['Ann', 'Bob', 'CTO']],
    ['@Ann Lee takes it', ['Ann Lee']],
    ['@ann lee', ['Ann Lee']],
    ['@Ann Leeds', ['Ann']],
    ["@Bob's work", ['Bob']],
    ['@Bob-x', ['Bob']],
    ['@Bob-Two', ['Bob-Two']],
    ['@Bob-Twofold', ['Bob']],
    ['@Annette', []],
    ['@Ann_', []],
    ['@Ann2', []],
    ['@r2-d2 beeps', ['R2-D2']],
    ['@C++ Pro! knows', ['C++ Pro!']],
    ['@李雷 你好', ['李雷']],
    ['mail a@b.c or x@ann', []],
    ['@@Ann', ['Ann']],
    ['@Ann@Bob', ['Ann']],
    ['@Nobody', []],
    ['@', []],
    ['nobody at all', []],
    ['@E\u0301va', ['Éva']],
    ['@éva', ['Éva']],
    ['@Ann @Ann @ann', ['Ann']],
    ['line\n@Ann\r\n@Bob', ['Ann', 'Bob']],
    ['@Ａｎｎ Ｌｅｅ', ['Ann Lee']],
    ['＠Ann', ['Ann']],
    ['@Ann\u00a0Lee', ['Ann Lee']],
    ['@STRAẞE und @strasse', ['Straße']],
    ['@ΟΔΥΣΣΕΥΣ', ['Οδυσσευς']],
    ['@Ann\u0301', []],
    ['https://x.example/@ann/post', []],
    ['<https://x.example/@ann>', []],
    ['ftp://bob@ann', []],
    ['[post](https://x.example/@ann) by @Bob', ['Bob']],
    ['https://x.example/@ann, @Bob', ['Bob']],
    ['[@Ann](/ACM/agents/ann)', ['Ann']],
    ['://@Ann', ['Ann']],
    ['bob.@ann', ['Ann']],
    ['<bob@ann.example> and "@CTO"', ['CTO']],
  ])('%j names %j', (body, names) => {
    expect(named(body)).toEqual(names);
  });

  it('leaves the author out', () => {
    expect(named('@Ann and @Bob', 'id of Ann')).toEqual(['Bob']);
  });

  it('ignores agents that wait for approval or are terminated', () => {
    const gone = [
      agent('Ann', { status: 'terminated' }),
      agent('Bob', { status: 'pending_approval' }),
    ];
    expect(resolveMentions('@Ann @Bob', gone, null)).toEqual({
      mentions: [],
      unresolved: ['ann', 'bob'],
    });
  });

  it('says woken of an agent that is woken now, and records a wake-up for one that waits', () => {
    const some = [
      agent('Ann', { status: 'paused' }),
      agent('Bob', { wakeOnDemand: false, status: 'paused' }),
      agent('Cleo', { companyStatus: 'paused' }),
      agent('Dan'),
    ];
    const { mentions } = resolveMentions('@Ann @Bob @Cleo @Dan', some, null);
    const outcomes = (of: typeof mentions) => of.map(({ name, woken }) => [name, woken]);
    expect(mentions.map(({ woken, reason }) => [woken, reason])).toEqual([
      [false, 'agent_paused'],
      [false, 'wake_on_demand_off'],
      [false, 'company_paused'],
      [true, null],
    ]);
    expect(outcomes(recordedMentions(mentions))).toEqual([
      ['Ann', true],
      ['Bob', false],
      ['Cleo', true],
      ['Dan', true],
    ]);
  });

  it('names what stands after an @ and is no name, once, in order, and at most twenty', () => {
    const unresolvedIn = (body: string, author: string | null = null) =>
      resolveMentions(body, roster, author).unresolved;
    expect(unresolvedIn('@Nobody and @Annette, @nobody: @Ann `@code` a@b.c @ @')).toEqual([
      'nobody',
      'annette',
    ]);
    expect(unresolvedIn('@Ann wrote it', 'id of Ann')).toEqual([]);
    const many = Array.from({ length: 90 }, (_, index) => `@x${index}`).join(' ');
    expect(unresolvedIn(many)).toHaveLength(20);
    expect(unresolvedIn(`@${'y'.repeat(500)}`)).toEqual(['y'.repeat(60)]);
  });

  it('limits wake-ups, and mentions at a higher number', () => {
    const agents = Array.from({ length: 80 }, (_, index) => agent(`Agent ${index}`));
    const body = agents.map(({ name }) => `@${name}`).join(', ');
    const { mentions } = resolveMentions(body, agents, null);
    expect(mentions).toHaveLength(MENTIONS_MAX);
    expect(mentions.filter(({ woken }) => woken)).toHaveLength(MENTION_WAKES_MAX);
    expect(mentions.at(-1)?.reason).toBe('too_many_wakes');
  });

  it.each([
    ['signs', '@'.repeat(60_000)],
    ['back-ticks', '`'.repeat(60_000)],
    ['runs of back-ticks', '` `` ``` '.repeat(6_000)],
    ['runs that never close', Array.from({ length: 340 }, (_, n) => '`'.repeat(n + 1)).join(' ')],
    ['beginnings of names', '@Ann Le'.repeat(9_000)],
    ['quotes', '> '.repeat(30_000)],
    ['list markers', '- '.repeat(30_000)],
    ['spaces', `${' '.repeat(60_000)}@Ann`],
    ['fences', '```\n'.repeat(15_000)],
    ['beginnings of URLs', 'a://'.repeat(15_000)],
    ['URLs with signs', `a://${'@'.repeat(60_000)}`],
    ['characters that become many', '\ufdfa'.repeat(60_000)],
    ['characters that are made of many', `@${'a\u0301\u0323'.repeat(20_000)}`],
    ['tildes', '~~~ '.repeat(15_000)],
    ['numbered lists', '1. '.repeat(20_000)],
    ['lines of back-ticks', '`\n'.repeat(30_000)],
    ['escapes', '\\`'.repeat(30_000)],
    ['underscores', '_'.repeat(60_000)],
    ['emphasis', '_@a '.repeat(15_000)],
    ['emphasis that closes', 'a_ _b'.repeat(12_000)],
    ['comments', '<!-- '.repeat(12_000)],
    ['lines of comments', '<!--\n'.repeat(12_000)],
    ['tags', '<a b="'.repeat(10_000)],
    ['tags with attributes', `<a${' b'.repeat(30_000)}`],
    ['elements', '<code>'.repeat(10_000)],
    ['elements that close', '<code></code>'.repeat(5_000)],
    ['addresses', 'a](b'.repeat(15_000)],
    ['nested addresses', ']('.repeat(30_000)],
    ['quotes of HTML', '<blockquote>'.repeat(5_000)],
    ['breaks', `${'- '.repeat(30_000)}x`],
    ['domains', 'a-@a.'.repeat(12_000)],
    ['letters without spaces', '@李'.repeat(30_000)],
    ['words without spaces', `@${'李'.repeat(60_000)}`],
    ['mail', 'mailto:'.repeat(9_000)],
  ])('reads 60 KB of %s within the time limit', (_, body) => {
    const agents = Array.from({ length: 1_000 }, (__, index) => agent(`Ann L${index}`));
    const before = process.threadCpuUsage();
    mentionHeads(body);
    resolveMentions(body, agents, null);
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(CPU_MAX_MICROSECONDS);
  });
});
