/** What a program that prints nothing is waiting for, and when it has tried often enough. */
import { describe, expect, it } from 'vitest';
import { recorded, replay } from '../test/replay.ts';
import { claudeCode, codex, geminiCli, opencode, type LineReport } from './index.ts';

const json = JSON.stringify;
const asks = (report: LineReport): boolean => report.seen?.asks === true;

describe('Claude Code that prints nothing for long', () => {
  const init = json({ type: 'system', subtype: 'init', session_id: 's-1' });
  const says = (...content: object[]): string =>
    json({ type: 'assistant', message: { content }, session_id: 's-1' });
  const call = (id: string): object => ({ type: 'tool_use', id, name: 'Bash', input: {} });
  const result = (id: string): string =>
    json({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id }] },
      session_id: 's-1',
    });
  const ofSubAgent = json({
    type: 'user',
    parent_tool_use_id: 'a',
    message: { content: [{ type: 'tool_result', tool_use_id: 'x' }] },
    session_id: 's-1',
  });

  it.each([
    ['its first answer', [init]],
    ['the rest of an answer', [init, says({ type: 'text', text: 'I look.' })]],
    ['an answer after a tool', [init, says(call('a')), result('a')]],
    [
      'an answer after two tools',
      [init, says(call('a')), says(call('b')), result('b'), result('a')],
    ],
  ])('waits for its provider where it waits for %s', (_, lines) => {
    expect(asks(replay(claudeCode, lines))).toBe(true);
  });

  it.each([
    ['while a tool runs', [init, says(call('a'))]],
    ['while another tool runs', [init, says(call('a'), call('b')), result('a')]],
    ['while a sub-agent works', [init, says(call('a')), ofSubAgent]],
  ])('waits for something else %s', (_, lines) => {
    expect(asks(replay(claudeCode, lines))).toBe(false);
  });
});

describe('Gemini CLI that prints nothing for long', () => {
  const init = json({ type: 'init', session_id: 's-1' });
  const asked = json({ type: 'message', role: 'user', content: 'x' });
  const call = (id: string): string => json({ type: 'tool_use', tool_id: id, tool_name: 'glob' });
  const result = (id: string): string =>
    json({ type: 'tool_result', tool_id: id, status: 'success' });

  it.each([
    ['its first answer', [init, asked]],
    ['an answer after a tool', [init, asked, call('a'), result('a')]],
    [
      'the rest of an answer',
      [init, asked, json({ type: 'message', role: 'assistant', content: 'I', delta: true })],
    ],
  ])('waits for its provider where it waits for %s', (_, lines) => {
    expect(asks(replay(geminiCli, lines))).toBe(true);
  });

  it.each([
    ['before it has asked', [init]],
    ['while a tool runs', [init, asked, call('a')]],
    ['while another tool runs', [init, asked, call('a'), call('b'), result('a')]],
  ])('waits for something else %s', (_, lines) => {
    expect(asks(replay(geminiCli, lines))).toBe(false);
  });
});

describe('OpenCode that prints nothing for long', () => {
  const sessionID = 's-1';
  const begins = json({ type: 'step_start', sessionID, part: {} });
  const calls = json({ type: 'step_finish', sessionID, part: { reason: 'tool-calls' } });
  const log = (message: string): string =>
    `timestamp=2026-11-29T04:28:57.969Z level=ERROR run=a6289a4e ${message}`;
  const failed = (cause: string): string =>
    log(
      'message="stream error" providerID=own modelID=m session.id=s-1 small=false agent=build ' +
        `mode=primary error.error="AI_APICallError: ${cause}"`,
    );
  type Line = readonly ['stdout' | 'stderr', string];
  const read = (...lines: readonly Line[]): LineReport => {
    const reader = opencode.read('own/m');
    return lines.reduce<LineReport>(
      (sum, [stream, line]) => ({ ...sum, ...reader(line, new Date(), stream) }),
      {},
    );
  };

  it('waits for its provider between two steps, and after a failure that it has logged', () => {
    expect(asks(replay(opencode, [begins, calls]))).toBe(true);
    expect(asks(read(['stderr', failed('Rate limited')]))).toBe(true);
    // A tool that runs shows when it has ended.
    expect(asks(replay(opencode, [begins]))).toBe(false);
    expect(asks(read(['stderr', failed('Rate limited')], ['stdout', begins]))).toBe(false);
  });

  it('has tried often enough after two failures without a step in between', () => {
    const busy: Line = ['stderr', failed('Nope')];
    const step: Line = ['stdout', begins];
    expect(read(busy).givenUp).toBeUndefined();
    expect(read(busy, step, busy).givenUp).toBeUndefined();
    expect(read(busy, busy)).toMatchObject({
      givenUp: true,
      ended: { ok: false, code: 'provider_busy', message: 'AI_APICallError: Nope' },
    });
  });

  it('says which model it does not know, as its log has it', () => {
    const words = 'Model not found: own/zzz. Did you mean: own/m?';
    const unknown = log(
      `message=failed ref=err_1 error="ProviderModelNotFoundError: ${words}" cause="x"`,
    );
    const error = { name: 'UnknownError', data: { message: 'Unexpected server error.' } };
    const ends = json({ type: 'error', sessionID, error });
    expect(read(['stderr', unknown], ['stdout', ends]).ended).toEqual({
      ok: false,
      code: 'model_unknown',
      message: words,
    });
  });

  it('takes no line of its output for one of its log', () => {
    const line: Line = ['stdout', failed('Nope')];
    expect(read(line, line, line)).toEqual({});
  });
});

describe('Codex that asks its provider again', () => {
  it('has tried often enough the third time', () => {
    const lines = recorded('codex', 'asks-again');
    expect(replay(codex, lines.slice(0, -1)).ended).toBeUndefined();
    expect(replay(codex, lines)).toMatchObject({
      givenUp: true,
      ended: { ok: false, code: 'provider_busy' },
    });
  });

  it('says a wrong key by then', () => {
    const cause = 'unexpected status 401 Unauthorized: Nope, url: http://127.0.0.1/v1/responses';
    const line = json({ type: 'error', message: `Reconnecting... 3/5 (${cause})` });
    expect(replay(codex, [line]).ended?.code).toBe('auth_required');
  });
});

describe('an answer of a gateway whose status a program does not repeat', () => {
  it.each([
    ['{"type":"error","error":{"type":"authentication_error","message":"no"}}', 'auth_required'],
    ['{"error":{"code":"invalid_api_key"}}', 'auth_required'],
    ['Invalid API key', 'auth_required'],
    ['{"error":{"type":"rate_limit_error","message":"Rate limited"}}', 'provider_quota'],
    ['{"error":{"type":"server_error"}}', 'provider_busy'],
  ])('%s is %s', (text, code) => {
    const line = json({
      type: 'result',
      status: 'error',
      error: { type: 'unknown', message: `[API Error: ${text}]` },
    });
    expect(replay(geminiCli, [line]).ended?.code).toBe(code);
  });
});
