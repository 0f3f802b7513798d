import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSentences } from './sentences.ts';

const transcripts = join(import.meta.dirname, '../../../libs/cli-agents/transcripts');
const recorded = (name: string): string => readFileSync(join(transcripts, `${name}.jsonl`), 'utf8');

function sentencesOf(text: string, size = text.length): string[] {
  const sentences = openSentences();
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += size)
    lines.push(...sentences.push(text.slice(at, at + size)));
  return [...lines, ...sentences.end()];
}

describe('the output of a coding agent', () => {
  it.each(['claude-code', 'codex', 'gemini-cli', 'opencode'])(
    'is sentences without JSON, however it is cut: %s',
    (program) => {
      const text = recorded(`${program}/success`);
      const lines = sentencesOf(text);
      expect(lines.join('\n')).toMatch(/\btokens in\b/);
      expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
      expect(sentencesOf(text, 7)).toEqual(lines);
    },
  );

  it('says what was refused', () => {
    const lines = sentencesOf(recorded('claude-code/refused-tool'));
    expect(lines.join('\n')).toMatch(/^ {2}> Calls \w+: .+\n(?:.*\n)*? {2}! \w+ failed: /m);
  });
});

describe('other output', () => {
  it('is printed as it comes, and cannot steer a terminal', () => {
    const sentences = openSentences();
    expect(sentences.push('hello\nwor')).toEqual(['hello']);
    expect(sentences.push('ld\n\n\u001B]0;title\u0007\n')).toEqual([
      'world',
      '\\u{1b}]0;title\\u{7}',
    ]);
    expect(sentences.push('the end')).toEqual([]);
    expect(sentences.end()).toEqual(['the end']);
  });

  it('keeps its place between what an agent says and does', () => {
    const spoken = (text: string): string =>
      `${JSON.stringify({ type: 'item.completed', item: { id: '1', type: 'agent_message', text } })}\n`;
    expect(sentencesOf(`before\n${spoken('One.')}between\nmore\n${spoken('Two.')}`)).toEqual([
      'before',
      'One.',
      'between',
      'more',
      'Two.',
    ]);
  });
});
