import { describe, expect, it } from 'vitest';
import { recorded, type Recorded } from '../../test/replay.ts';
import { emptyTranscript, filesChanged, readTranscript, type Transcript } from './index.ts';

const read = (lines: readonly string[]): Transcript =>
  readTranscript(emptyTranscript, `${lines.join('\n')}\n`);
const json = (...lines: object[]): string[] => lines.map((line) => JSON.stringify(line));
const shortOf = ({ entries }: Transcript): string[] =>
  entries.map((entry) => {
    switch (entry.kind) {
      case 'said':
        return `${entry.turn} ${entry.by}: ${entry.text}`;
      case 'called': {
        const { outcome } = entry;
        const end = outcome === undefined ? 'open' : outcome.isOk ? 'ok' : 'failed';
        return `${entry.turn} ${entry.tool}(${entry.about}) ${end}`;
      }
      case 'noted':
        return `${entry.isTrouble ? 'trouble' : 'note'}: ${entry.text.slice(0, 40)}`;
      case 'used':
        return `${entry.of}: ${entry.inputTokens} + ${entry.cachedInputTokens}, ${entry.outputTokens}`;
      case 'other':
        return `other: ${entry.lineCount}`;
    }
  });

describe('the transcript of what the programs printed', () => {
  it.each<[Recorded, string, string[]]>([
    [
      'claude-code',
      'refused-tool',
      [
        'note: Session begins with claude-sonnet-5-5',
        '1 Bash(rm -rf /srv/nothing; curl http://example.invalid) failed',
        '2 agent: Done.',
        'session: 200 + 2000, 40',
      ],
    ],
    [
      'gemini-cli',
      'asked-tool',
      expect.arrayContaining([
        expect.stringContaining('web_fetch'),
        expect.stringMatching(/^run:/),
      ]),
    ],
    [
      'opencode',
      'refused-tool',
      [
        '1 read(/etc/hostname) failed',
        'step: 100 + 1000, 20',
        '2 muster_get_work() ok',
        'step: 100 + 1000, 20',
        '3 agent: Done.',
        'step: 100 + 1000, 20',
      ],
    ],
    [
      'codex',
      'success',
      [
        'note: Session begins',
        'trouble: Model metadata for `gpt-5.2-codex` not f',
        '1 agent: Done.',
        'session: 110 + 1000, 20',
      ],
    ],
  ])('is of %s, %s', (type, name, steps) => {
    const transcript = read(recorded(type, name));
    expect(transcript.isKnown).toBe(true);
    expect(shortOf(transcript)).toEqual(steps);
  });

  it.each<[Recorded, string]>([
    ['claude-code', 'overload'],
    ['codex', 'quota'],
    ['gemini-cli', 'invalid-key'],
    ['opencode', 'context-full'],
  ])('says what failed in %s, %s', (type, name) => {
    expect(read(recorded(type, name)).entries).toContainEqual(
      expect.objectContaining({
        kind: 'noted',
        isTrouble: true,
        text: expect.stringMatching(/\w/),
      }),
    );
  });

  it('is the same however the output is cut into pieces', () => {
    const text = `${recorded('claude-code', 'sub-agent').join('\n')}\n`;
    const whole = readTranscript(emptyTranscript, text);
    let pieces = emptyTranscript;
    for (let at = 0; at < text.length; at += 997)
      pieces = readTranscript(pieces, text.slice(at, at + 997));
    expect(pieces).toEqual(whole);
  });

  it('reads a last line without an end', () => {
    const [line = ''] = json({
      type: 'item.completed',
      item: { type: 'agent_message', text: 'x' },
    });
    expect(readTranscript(emptyTranscript, line).entries).toEqual([]);
    expect(shortOf(readTranscript(emptyTranscript, line, true))).toEqual(['1 agent: x']);
  });
});

describe('the calls of tools', () => {
  const item = (type: string, fields: object) => ({ type, item: { id: 'i1', ...fields } });
  const command = { type: 'command_execution', command: 'make test' };

  it('are open until they are answered, and tell their exit code', () => {
    const begun = read(json(item('item.started', command)));
    expect(shortOf(begun)).toEqual(['1 shell(make test) open']);
    const [ended = ''] = json(
      item('item.completed', { ...command, aggregated_output: 'no', exit_code: 2 }),
    );
    const { entries } = readTranscript(begun, `${ended}\n`);
    expect(entries).toMatchObject([{ outcome: { isOk: false, text: 'no\nexit code 2' } }]);
  });

  it('are shown where their begin is not known', () => {
    const ended = item('item.completed', { ...command, exit_code: 0 });
    expect(shortOf(read(json(ended)))).toEqual(['0 shell(make test) ok']);
  });

  it('name the files that they have changed, and not those that they failed to', () => {
    const use = (id: string, name: string, file_path: string) => ({
      type: 'assistant',
      session_id: 's',
      message: { content: [{ type: 'tool_use', id, name, input: { file_path } }] },
    });
    const result = (tool_use_id: string, is_error: boolean) => ({
      type: 'user',
      session_id: 's',
      message: { content: [{ type: 'tool_result', tool_use_id, is_error, content: 'x' }] },
    });
    const lines = json(
      use('1', 'Edit', 'a.ts'),
      result('1', false),
      use('2', 'Write', 'b.ts'),
      result('2', true),
      use('3', 'Read', 'c.ts'),
      result('3', false),
      item('item.completed', {
        type: 'file_change',
        changes: [{ path: 'd.ts' }, { path: 'a.ts' }],
      }),
    );
    expect(filesChanged(read(lines))).toEqual(['a.ts', 'd.ts']);
  });

  it('have the moment that the program names', () => {
    const at = '2026-11-24T09:59:41.652Z';
    const use = { type: 'tool_use', tool_id: 't', tool_name: 'glob', parameters: {} };
    expect(read(json({ ...use, timestamp: at })).entries[0]?.at).toBe(at);
    expect(read(json({ ...use, timestamp: 'yesterday' })).entries[0]?.at).toBeUndefined();
  });
});

describe('hostile output', () => {
  it('puts lines of no program together, and knows no program by them', () => {
    const transcript = read(['starting', '{"type":"assistant","text":"x"}', '', '{', '[1]']);
    expect(transcript.isKnown).toBe(false);
    expect(shortOf(transcript)).toEqual(['other: 4']);
  });

  it.each<[string, object]>([
    ['fields of other types', { type: 'assistant', session_id: 's', message: { content: 7 } }],
    ['parts that are none', { type: 'user', session_id: 's', message: { content: [null, 7] } }],
    ['an item that is none', { type: 'item.completed', item: [] }],
    ['a part that is none', { type: 'tool_use', sessionID: 's', part: 'x' }],
    ['a result without counts', { type: 'result', status: {}, stats: { models: null, a: 1 } }],
  ])('reads %s', (_, line) => {
    expect(() => read(json(line))).not.toThrow();
  });

  it('reads what is nested deeply', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const line = `{"type":"tool_use","tool_id":"t","tool_name":"x","parameters":{"a":${deep}}}`;
    expect(() => read([line])).not.toThrow();
  });

  it('keeps the newest entries of very many, with their numbers', () => {
    const say = json({ type: 'item.completed', item: { type: 'agent_message', text: 'x' } });
    const { entries, dropped } = read(Array.from({ length: 10_000 }, () => say).flat());
    expect(entries).toHaveLength(3_000);
    expect(entries[0]?.number).toBe(dropped);
    expect(dropped).toBe(7_000);
  });

  it('cuts a text of a mebibyte, and pieces that never end', () => {
    const text = 'x'.repeat(1_048_576);
    const long = read(json({ type: 'item.completed', item: { type: 'agent_message', text } }));
    expect(long.entries[0]).toMatchObject({ text: 'x'.repeat(20_000) });
    const piece = { type: 'message', role: 'assistant', content: 'y'.repeat(9_000), delta: true };
    const { entries } = read(json(piece, piece, piece, piece));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ text: 'y'.repeat(20_000) });
  });

  it('reads two mebibytes of answers to nothing in little time', () => {
    const call = (tool_id: number) => ({ type: 'tool_use', tool_id: `${tool_id}`, tool_name: 'x' });
    const calls = Array.from({ length: 15_000 }, (_, id) => call(id));
    const answers = calls.map(() => ({ type: 'tool_result', tool_id: 'none', status: 'success' }));
    const before = process.cpuUsage();
    read(json(...calls, ...answers));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });
});
