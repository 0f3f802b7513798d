/** A run whose output is read by two processes, one after the other, has the reports of one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { recorded, replay, replayInTwo } from '../test/replay.ts';
import { claudeCode, codex, geminiCli, opencode, type CliAgent } from './index.ts';

const programs = [
  ['claude-code', claudeCode],
  ['codex', codex],
  ['opencode', opencode],
  ['gemini-cli', geminiCli],
] as const;

/** Numbers of lines after which another reader comes to other reports. */
function differences(agent: CliAgent, lines: readonly string[]): number[] {
  const whole = replay(agent, lines);
  return [...lines.keys(), lines.length].filter(
    (at) => !isDeepStrictEqual(replayInTwo(agent, lines, at), whole),
  );
}

describe.each(programs)('%s', (type, agent) => {
  const folder = join(import.meta.dirname, '../transcripts', type);
  const names = readdirSync(folder).map((name) => name.replace('.jsonl', ''));

  it.each(names)('means the same wherever the reader of %s changes', (name) => {
    expect(differences(agent, recorded(type, name))).toEqual([]);
  });

  it('means the same where the reader changes before the program has ended', () => {
    for (const name of names) {
      expect(differences(agent, recorded(type, name).slice(0, -1))).toEqual([]);
    }
  });
});

describe('claude-code', () => {
  const init = (version: string): string =>
    JSON.stringify({
      type: 'system',
      subtype: 'init',
      session_id: 's-1',
      claude_code_version: version,
    });
  const part = (id: string, error?: string): string =>
    JSON.stringify({
      type: 'assistant',
      session_id: 's-1',
      error,
      message: { id, model: 'm', usage: { input_tokens: 5, output_tokens: 1 } },
    });
  const result = JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: true,
    session_id: 's-1',
    result: 'No.',
    modelUsage: { m: { inputTokens: 7 } },
  });

  it('keeps whose counts they are, what went wrong and which parts were counted', () => {
    const lines = [
      init('2.1.276'),
      part('m-1'),
      part('m-2'),
      part('m-1'),
      part('m-3', 'rate_limit'),
      part('m-3'),
      result,
    ];
    expect(differences(claudeCode, lines)).toEqual([]);
    expect(differences(claudeCode, lines.slice(0, -1))).toEqual([]);
    expect(replayInTwo(claudeCode, lines, 6)).toMatchObject({
      used: { scope: 'run' },
      usedAtLeast: [{ inputTokens: 15 }],
      ended: { code: 'provider_quota' },
    });
  });

  it('stores a bounded number of answers', () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => part(`m-${index}`));
    const { seen } = replay(claudeCode, [init('2.1.330'), ...lines]);
    expect(JSON.stringify(seen).length).toBeLessThan(1_000);
    expect(seen?.answers?.at(-1)).toBe('m-999');
  });
});
