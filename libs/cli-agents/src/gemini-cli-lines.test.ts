import { UUID } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { endingOf, recorded, replay, replayInTwo } from '../test/replay.ts';
import { geminiCli, type LineReport } from './index.ts';

const answers = (count: number): object => ({
  scope: 'run',
  provider: 'google',
  models: [
    {
      model: 'gemini-2.5-pro',
      inputTokens: 110 * count,
      cacheWriteTokens: 0,
      cachedInputTokens: 1_000 * count,
      // Of which 5 are reasoning, which the program does not count as output.
      outputTokens: 25 * count,
    },
  ],
});

const failed = (code?: string): object => ({ ended: { ok: false, ...(code && { code }) } });
const line = (type: string, fields: object = {}): string => JSON.stringify({ type, ...fields });
const piece = (content: string): string =>
  line('message', { role: 'assistant', content, delta: true });
const call = (tool_id: string, tool_name: string): string =>
  line('tool_use', { tool_id, tool_name });
const failedCall = (tool_id: string, message: string): string =>
  line('tool_result', {
    tool_id,
    status: 'error',
    error: { type: 'unhandled_exception', message },
  });
const failure = (message: string): string =>
  line('result', { status: 'error', error: { type: 'unknown', message } });
const read = (...lines: string[]): LineReport => replay(geminiCli, lines);

describe('what the program printed', () => {
  it.each([
    ['success', { used: answers(1), summary: 'Done.', ended: { ok: true } }],
    ['resumed', { used: answers(1), ended: { ok: true } }],
    ['resumed-again', { used: answers(1), ended: { ok: true } }],
    ['sub-agent', { used: answers(5), summary: 'Done.', ended: { ok: true } }],
    [
      'refused-tool',
      {
        used: answers(8),
        refused: ['run_shell_command', 'write_file', 'write_file'],
        ended: { ok: true },
      },
    ],
    ['asked-tool', { refused: ['web_fetch'], ended: { ok: true } }],
    ['quota', { notBefore: '2026-11-23T14:11:00.000Z', ...failed('provider_quota') }],
    ['quota-of-day', failed('provider_quota')],
    ['quota-without-moment', failed('provider_quota')],
    ['overload', failed('provider_busy')],
    ['provider-away', failed('provider_busy')],
    ['invalid-key', failed('auth_required')],
    ['forbidden', failed('auth_required')],
    ['unknown-model', failed('model_unknown')],
    ['context-full', failed('context_full')],
    ['turn-limit', { used: answers(3), refused: ['read_file'], ...failed('max_turns') }],
    [
      'cut-answer',
      { used: answers(3), ended: { ok: false, message: expect.stringMatching(/token limit/) } },
    ],
    ['blocked-answer', { used: answers(3), ended: { ok: false, message: expect.any(String) } }],
  ])('reads %s', (name, report) => {
    const all = replay(geminiCli, recorded('gemini-cli', name));
    expect(all).toMatchObject({ session: expect.stringMatching(UUID), ...report });
    if (!('used' in report) && all.ended?.ok === false) expect(all).not.toHaveProperty('used');
    if (name !== 'quota') expect(all).not.toHaveProperty('notBefore');
  });

  it('is in one session where it was resumed', () => {
    const [first, ...others] = ['success', 'resumed', 'resumed-again'].map(
      (name) => replay(geminiCli, recorded('gemini-cli', name)).session,
    );
    expect(others).toStrictEqual([first, first]);
  });

  it('has the last text as its summary, put together from its pieces', () => {
    const lines = [
      piece('First.'),
      call('t-1', 'glob'),
      piece('All '),
      piece('is'),
      piece(' done.'),
    ];
    expect(read(...lines).summary).toBe('All is done.');
    for (const at of lines.keys()) {
      expect(replayInTwo(geminiCli, lines, at).summary).toBe('All is done.');
    }
  });

  it('counts each model, and nothing of one that has used nothing', () => {
    const counts = { total_tokens: 12, input_tokens: 7, output_tokens: 3, cached: 9, input: 0 };
    const stats = { models: { a: counts, b: { ...counts, cached: 2 }, c: { total_tokens: 0 } } };
    expect(read(line('result', { status: 'success', stats })).used?.models).toMatchObject([
      { model: 'a', inputTokens: 0, cachedInputTokens: 7, outputTokens: 5 },
      { model: 'b', inputTokens: 5, cachedInputTokens: 2, outputTokens: 5 },
    ]);
  });

  it('takes a tool for refused where a person would be asked, and not where it failed', () => {
    const lines = [
      call('t-1', 'web_fetch'),
      call('t-2', 'glob'),
      failedCall('t-2', 'No such folder: denied'),
      failedCall(
        't-1',
        'Tool execution for "X" requires user confirmation, which is not supported',
      ),
      failedCall('t-1', 'Tool execution denied by policy.'),
    ];
    expect(read(...lines).refused).toStrictEqual(['web_fetch']);
    expect(replayInTwo(geminiCli, lines, 2).refused).toStrictEqual(['web_fetch']);
  });

  it.each([
    ['Please retry in 3661.5s. request a quota increase', '2026-11-23T13:12:01.000Z'],
    ['Please retry in 999999s. request a quota increase', '2026-11-24T12:11:00.000Z'],
    ['Please retry soon. request a quota increase', undefined],
    ['The model is overloaded. Please retry in 5s.', undefined],
  ])('waits as "%s" says', (message, notBefore) => {
    expect(read(failure(message)).notBefore).toBe(notBefore);
  });
});

describe('how a run ends without a line', () => {
  it.each([
    [41, true, 'auth_required'],
    [42, true, 'session_unknown'],
    [42, false, undefined],
    [52, false, 'adapter_config'],
    [1, true, 'session_unknown'],
    [0, true, 'session_unknown'],
    [1, false, undefined],
  ])('says exit code %i where it resumes: %s', (exitCode, resumed, code) => {
    const name = exitCode === 41 ? 'no-login' : 'unknown-session';
    const ending = endingOf(geminiCli, recorded('gemini-cli', name), { exitCode, resumed });
    expect(ending).toStrictEqual({ ok: false, ...(code && { code }) });
  });

  it('is not told by the exit code where the program has printed its ending', () => {
    const lines = recorded('gemini-cli', 'success');
    expect(endingOf(geminiCli, lines, { exitCode: 53, resumed: true })).toEqual({ ok: true });
  });
});
