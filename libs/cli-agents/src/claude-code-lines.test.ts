import { describe, expect, it } from 'vitest';
import { endingOf, recorded, replay } from '../test/replay.ts';
import { claudeCode, type LineReport } from './index.ts';

const SESSION = '3bec2f9e-ffa7-4e14-b0b1-539a3c5b67ef';
const MODEL = 'claude-sonnet-5-5';

const answers = (count: number): object => ({
  scope: 'session',
  provider: 'anthropic',
  models: [
    {
      model: MODEL,
      inputTokens: 100 * count,
      cacheWriteTokens: 10 * count,
      cachedInputTokens: 1_000 * count,
      outputTokens: 20 * count,
      costUsd: expect.closeTo(0.000_525 * count, 9),
    },
  ],
});

const init = (fields: object = {}): string =>
  JSON.stringify({ type: 'system', subtype: 'init', session_id: 's-1', ...fields });
const result = (fields: object = {}): string =>
  JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: false,
    session_id: 's-1',
    result: 'Done.',
    modelUsage: { [MODEL]: { inputTokens: 7, outputTokens: 3 } },
    ...fields,
  });
const answer = (fields: object = {}, line: object = {}): string =>
  JSON.stringify({
    type: 'assistant',
    session_id: 's-1',
    message: { id: 'm-1', model: MODEL, usage: { input_tokens: 5, output_tokens: 1 }, ...fields },
    ...line,
  });
const read = (...lines: string[]): LineReport => replay(claudeCode, lines);

describe('what the program printed', () => {
  it.each([
    ['success', { session: SESSION, used: answers(1), summary: 'Done.', ended: { ok: true } }],
    ['resumed', { session: SESSION, used: answers(2), ended: { ok: true } }],
    ['resumed-again', { session: SESSION, used: answers(3), ended: { ok: true } }],
    ['sub-agent', { used: answers(4), ended: { ok: true } }],
    ['refused-tool', { used: answers(2), refused: ['Bash'], ended: { ok: true } }],
    ['turn-limit', { refused: ['Read', 'Read'], ended: { ok: false, code: 'max_turns' } }],
    ['quota', { ended: { ok: false, code: 'provider_quota' } }],
    ['overload', { ended: { ok: false, code: 'provider_busy' } }],
    ['invalid-key', { ended: { ok: false, code: 'auth_required' } }],
    ['no-login', { ended: { ok: false, code: 'auth_required' } }],
    ['unknown-model', { ended: { ok: false, code: 'model_unknown' } }],
    ['unknown-session', { ended: { ok: false, code: 'session_unknown' } }],
    ['context-full', { ended: { ok: false, code: 'context_full' } }],
    ['no-sandbox', { ended: { ok: false, code: 'adapter_config' } }],
  ])('reads %s', (name, report) => {
    expect(replay(claudeCode, recorded('claude-code', name))).toMatchObject(report);
  });

  it.each(['quota', 'overload', 'invalid-key', 'no-login', 'unknown-model', 'context-full'])(
    'books nothing and names no moment for %s',
    (name) => {
      const report = replay(claudeCode, recorded('claude-code', name));
      expect(report).not.toHaveProperty('used');
      expect(report).not.toHaveProperty('notBefore');
      expect(report.ended?.message).toMatch(/\w/);
    },
  );

  it('keeps no session that the program does not know', () => {
    expect(replay(claudeCode, recorded('claude-code', 'unknown-session'))).not.toHaveProperty(
      'session',
    );
  });

  it('reports of a live run at least the answers up to now, and each once', () => {
    const live = recorded('claude-code', 'refused-tool').slice(0, -1);
    const twice = live.flatMap((line) => [line, line]);
    expect(replay(claudeCode, twice).usedAtLeast).toStrictEqual([
      {
        model: MODEL,
        inputTokens: 200,
        cacheWriteTokens: 20,
        cachedInputTokens: 2_000,
        outputTokens: 2,
      },
    ]);
  });
});

describe('quota', () => {
  const limit = (info: object): string =>
    JSON.stringify({ type: 'rate_limit_event', session_id: 's-1', rate_limit_info: info });
  const refused = (text: string): string =>
    result({ is_error: true, api_error_status: 429, result: text });

  it('names the moment of a refused request', () => {
    expect(read(limit({ status: 'rejected', resetsAt: 1_795_438_860 })).notBefore).toBe(
      '2026-11-23T13:01:00.000Z',
    );
  });

  it.each([
    ["You've hit your session limit · resets 9am (Europe/Berlin)", '2026-11-24T08:00:00.000Z'],
    ["You've hit your limit · resets 3:30pm (UTC)", '2026-11-23T15:30:00.000Z'],
    ["You've hit your limit · resets Nov 25, 12am (UTC)", '2026-11-25T00:00:00.000Z'],
  ])('reads the moment in %j', (text, notBefore) => {
    expect(read(init(), refused(text))).toMatchObject({
      notBefore,
      ended: { code: 'provider_quota' },
    });
  });

  it.each([
    'resets 25pm (UTC)',
    'resets 9am (Nowhere/Else)',
    'resets Foo 3, 9am',
    'resets Feb 31, 9am',
  ])('names no moment for %j', (text) => {
    expect(read(refused(text))).not.toHaveProperty('notBefore');
  });

  it('believes no moment in the words of an agent', () => {
    expect(read(result({ result: 'The quota resets 9am (UTC)' }))).not.toHaveProperty('notBefore');
  });

  it.each([0, -1, 1e300, '1795438860', null])('names no moment for the second %j', (resetsAt) => {
    expect(read(limit({ status: 'rejected', resetsAt }))).not.toHaveProperty('notBefore');
  });

  it('goes on where the plan pays for more', () => {
    const paid = { status: 'rejected', resetsAt: 1_795_438_860, overageStatus: 'allowed' };
    expect(read(limit(paid))).toStrictEqual({});
  });

  it('warns of a quota that is nearly used up', () => {
    expect(read(limit({ status: 'allowed_warning' }))).toStrictEqual({ nearlyUsed: true });
    expect(read(limit({ status: 'allowed' }))).toStrictEqual({});
  });
});

describe('whose counts', () => {
  it.each([
    ['2.1.276', 'run'],
    ['2.1.277', 'session'],
    ['2.2.0', 'session'],
    ['1.9.999', 'run'],
    ['next', 'session'],
  ])('takes those of %s for those of the %s', (version, scope) => {
    expect(read(init({ claude_code_version: version }), result()).used).toMatchObject({ scope });
  });

  it.each([-1, 0.5, 1e300, '7', null, [7]])('counts %j as nothing', (inputTokens) => {
    const models = { [MODEL]: { inputTokens, costUSD: inputTokens } };
    const [usage] = read(result({ modelUsage: models })).used?.models ?? [];
    expect(usage?.inputTokens).toBe(0);
  });

  it('takes a price of zero for none', () => {
    const models = { [MODEL]: { inputTokens: 7, costUSD: 0 } };
    expect(read(result({ modelUsage: models })).used?.models[0]).not.toHaveProperty('costUsd');
  });
});

describe('hostile output', () => {
  it('reads no result inside the output of a tool', () => {
    const content = [{ type: 'tool_result', content: result() }];
    const user = { type: 'user', session_id: 's-1', message: { role: 'user', content } };
    expect(read(init(), JSON.stringify(user))).toStrictEqual({ begun: true, session: 's-1' });
  });

  it('takes the last of two results', () => {
    const failed = result({ is_error: true, api_error_status: 529, result: 'Overloaded' });
    expect(read(init(), result(), failed).ended).toMatchObject({ code: 'provider_busy' });
    expect(read(init(), failed, result()).ended).toStrictEqual({ ok: true });
  });

  it('takes no result for the last where work went on after it', () => {
    expect(read(init(), result(), init())).not.toHaveProperty('ended');
  });

  it('reads nothing of another session', () => {
    const other = result({ session_id: 's-2', is_error: true });
    expect(read(init(), result(), other, init({ session_id: 's-3' }))).toMatchObject({
      session: 's-1',
      ended: { ok: true },
    });
  });

  it.each(['--resume', '../../etc', 'a b', '', 'x'.repeat(201), 7, null])(
    'takes %j for no session',
    (session_id) => {
      expect(read(init({ session_id }))).not.toHaveProperty('session');
    },
  );

  it('keeps no characters that hide or reorder a text', () => {
    const text = '\u001B[31mred\u001B[0m \u202Eevil\u0000\u0007 \u001B]52;c;aGk=\u0007end\nline';
    expect(read(result({ result: text })).summary).toBe('red evil end\nline');
  });

  it('keeps 2,000 characters of a text and no half of one', () => {
    const summary = read(result({ result: `${'x'.repeat(1_999)}😀` })).summary;
    expect(summary).toBe('x'.repeat(1_999));
  });

  it('reads a line of a mebibyte', () => {
    expect(read(result({ result: 'x'.repeat(1_048_576) })).summary).toHaveLength(2_000);
  });

  it.each(['', '{', '{"type":"result"', '[1]', 'null', '"result"', '['.repeat(100_000)])(
    'reads nothing from the line %#',
    (line) => {
      expect(read(line)).toStrictEqual({});
    },
  );

  it.each([
    { modelUsage: 7 },
    { modelUsage: { m: null } },
    { permission_denials: 'Bash' },
    { permission_denials: [null, { tool_name: 7 }] },
    { result: { toString: 1 } },
  ])('still reads the ending beside %j', (fields) => {
    expect(read(result(fields)).ended).toStrictEqual({ ok: true });
  });

  it('tells ten thousand answers apart and then counts no more', () => {
    const lines = Array.from({ length: 10_050 }, (_, index) => answer({ id: `m-${index}` }));
    expect(read(...lines).usedAtLeast?.[0]?.inputTokens).toBe(50_000);
  });

  it('keeps the first hundred of ten thousand models and refusals', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => index);
    const report = read(
      result({
        modelUsage: Object.fromEntries(many.map((index) => [`m-${index}`, { inputTokens: 1 }])),
        permission_denials: many.map((index) => ({ tool_name: `T${index}` })),
      }),
    );
    expect(report.used?.models).toHaveLength(100);
    expect(report.refused).toHaveLength(100);
  });
});

describe('how a run ends', () => {
  const success = recorded('claude-code', 'success');

  it('has no result where the program exits well without one', () => {
    const exit = { exitCode: 0, resumed: false };
    expect(endingOf(claudeCode, success.slice(0, -1), exit)).toMatchObject({ code: 'no_result' });
    expect(endingOf(claudeCode, [], exit)).toMatchObject({ code: 'no_result' });
  });

  it.each([1, 137, null])('has succeeded by its last event and not by exit code %j', (exitCode) => {
    expect(endingOf(claudeCode, success, { exitCode, resumed: false })).toStrictEqual({ ok: true });
  });

  it('has failed by its last event although the exit code is 0', () => {
    const lines = recorded('claude-code', 'overload');
    expect(endingOf(claudeCode, lines, { exitCode: 0, resumed: false })).toMatchObject({
      ok: false,
      code: 'provider_busy',
    });
  });

  it('has failed without a code where the program is killed in the middle', () => {
    const middle = [...success.slice(0, 1), (success[1] ?? '').slice(0, 100)];
    expect(endingOf(claudeCode, middle, { exitCode: null, resumed: true })).toStrictEqual({
      ok: false,
    });
  });
});
