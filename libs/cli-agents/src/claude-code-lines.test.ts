import { describe, expect, it } from 'vitest';
import { recorded, replay } from '../test/replay.ts';
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

describe('a failure that the program only names', () => {
  const fails = { is_error: true, result: 'API Error: it failed' };
  it.each([
    ['in its answer', [answer({}, { error: 'server_error' }), result(fails)]],
    ['in its result', [result({ ...fails, api_error_type: 'overloaded_error' })]],
  ])('is that of a busy provider: %s', (_, lines) => {
    expect(read(init(), ...lines).ended?.code).toBe('provider_busy');
  });

  it('is none where its name says nothing', () => {
    const lines = [answer({}, { error: 'unknown' }), result(fails)];
    expect(read(init(), ...lines).ended).not.toHaveProperty('code');
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

describe('a message of its input', () => {
  const shown = (fields: object): string =>
    JSON.stringify({ type: 'user', session_id: 's-1', isReplay: true, uuid: 'm-1', ...fields });

  it('is shown when the program prints it again, and after an interruption it goes on', () => {
    expect(read(init(), shown({}))).toMatchObject({ shown: 'm-1' });
    const interrupted = result({ subtype: 'error_during_execution', is_error: true });
    const report = read(init(), interrupted, init(), shown({}), result());
    expect(report).toMatchObject({ ended: { ok: true } });
    expect(report).not.toHaveProperty('shown');
  });

  it.each([{ isReplay: false }, { uuid: 7 }, { session_id: 's-2' }])(
    'is not shown by %j',
    (fields) => {
      expect(read(init(), shown(fields))).not.toHaveProperty('shown');
    },
  );
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
